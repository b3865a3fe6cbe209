public import FHIRSchema
package import FHIRTape

/// What a caller knows about the release of an input before its records are read.
package struct ReleaseHints: Sendable {
  /// The release of all records, and where it comes from: records are not examined then.
  package var given: (release: FHIRRelease, reason: ReleaseReason)?
  /// The release that the records of the file show, if the input is a part of a file.
  package var file: RecognisedRelease?

  package init() {}

  package init(given: FHIRRelease?, by reason: ReleaseReason = .caller) { self.given = given.map { ($0, reason) } }
}

/// Recognises the releases of records for code that does not judge them, with the rules of ``Validator``.
package struct RecordReleases: Sendable {
  private let walkers: WalkerPool

  package init() { walkers = WalkerPool(JudgedReleases(.published, .published, insists: false), ValidationOptions()) }

  package var published: [FHIRRelease] { walkers.releases.definitions.releases }

  /// The release that the first records of an input show, `nil` if none does: for callers that read the input in parts.
  package func survey(_ source: some ByteSource) throws -> RecognisedRelease? { try walkers.survey(source) }

  /// Starts with an input, or with a part of one whose beginning was surveyed separately: see ``ReleaseHints/file``.
  package func input(_ hints: ReleaseHints, isPart: Bool) -> Input { Input(walkers, hints, isPart: isPart) }

  /// One input: see ``FHIRRecognition/InputReleases``.
  package struct Input {
    private let walkers: WalkerPool
    private let given: (release: FHIRRelease, reason: ReleaseReason)?
    private var records: InputReleases

    fileprivate init(_ walkers: WalkerPool, _ hints: ReleaseHints, isPart: Bool) {
      self.walkers = walkers
      given = hints.given
      records = InputReleases(walkers.releases.recogniser, isPart: isPart || hints.given != nil)
      (records.context.file, records.context.isThorough) = (hints.file, isPart && hints.file == nil)
    }

    /// Handles an event of the reader, before the releases of its records are asked for. Returns whether the reader
    /// starts again, because it has read ahead to see what the first records show.
    package mutating func begin(_ event: RecordReader.Event, _ reader: inout RecordReader) throws -> Bool {
      let walkers = walkers
      return try records.begin(event, &reader) { event, reader, context in
        if case .value(let tape, let place) = event, case .document = place.role {
          context.file = walkers.best(for: tape, place)
        }
        return try walkers.lookAhead(from: event, &reader, &context)
      }
    }

    /// The release of a resource, and the reason for it.
    ///
    /// - Parameters:
    ///   - place: the place of the record that is, or contains, the resource.
    ///   - scope: the Bundle that holds it as an entry; its own index if there is none.
    package mutating func release(
      of index: TapeIndex, _ tape: Tape, _ place: RecordPlace, scope: TapeIndex
    ) -> (release: FHIRRelease, reason: ReleaseReason) {
      if let given { return given }
      var found = records.release(of: index, tape, scope: scope)
      // The entries of a document that is read as a whole are not judged one by one.
      if index == ReleaseRecogniser.resource(of: place, tape) {
        found = walkers.leastBroken(found, tape, place, in: records.context)
      }
      return (walkers.releases.release(found.number), found.reason)
    }
  }
}

extension FHIRRelease {
  private static let recogniser = RecordReleases()

  /// The release of the record in some JSON, and what shows it, by the rules of ``Validator``; `nil` if there is no record.
  ///
  /// The release need not be one of those that are judged: see ``FHIRSchema/FHIRRelease/published``.
  ///
  /// - Parameter bytes: a resource or a Bundle; of an array or of NDJSON the first record counts, with what the others
  ///   show of their file.
  public static func recognised(in bytes: some Collection<UInt8>) -> (release: FHIRRelease, reason: ReleaseReason)? {
    Array(bytes).withUnsafeBytes { bytes in
      let options = ValidationOptions()
      var reader = RecordReader(
        over: bytes, bundles: .published, maximumDepth: options.readableDepth,
        maximumRecordBytes: options.maximumRecordBytes)
      reader.readBundlesWhole()
      var input = recogniser.input(ReleaseHints(), isPart: false)
      // Reading memory cannot fail.
      while let event = try? reader.next() {
        if (try? input.begin(event, &reader)) ?? false { continue }
        if case .value(let tape, let place) = event, tape.tag(.root) == .object,
          tape.member("resourceType", of: .root) != nil
        {
          return input.release(of: .root, tape, place, scope: .root)
        }
      }
      return nil
    }
  }
}
