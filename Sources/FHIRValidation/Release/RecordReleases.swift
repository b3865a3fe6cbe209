package import FHIRRecognition
package import FHIRSchema
import FHIRView
package import FHIRTape

/// Recognises the releases of records for code that reads records without judging them, with the rules of
/// ``Validator``.
package struct RecordReleases: Sendable {
  private let judged: JudgedReleases

  /// Recognises the published releases.
  package init() {
    judged = JudgedReleases(.published, .published, insists: false)
  }

  /// The releases that have definitions.
  package var published: [FHIRRelease] { judged.definitions.releases }

  /// The release that the first records of an input show, `nil` if none does: for callers that read the input in parts.
  package func survey(_ source: some ByteSource) throws -> FHIRRelease? {
    try judged.survey(source, ValidationOptions())
  }

  /// Starts with an input.
  ///
  /// - Parameters:
  ///   - hints: what the caller knows about the release of its records.
  ///   - isPart: whether it is a part of an input whose beginning was surveyed separately: see ``ReleaseHints/file``.
  package func input(_ hints: ReleaseHints, isPart: Bool) -> Input { Input(judged, hints, isPart: isPart) }

  /// One input. The caller asks for the releases of its records in order.
  package struct Input {
    private let judged: JudgedReleases
    private let given: (release: FHIRRelease, reason: ReleaseReason)?
    private var context = ReleaseContext()
    private var hasLookedAhead: Bool
    /// Whether the current tape has the whole input.
    private var isDocument = false
    /// The last Bundle whose release was decided, among those on the current tape.
    private var bundle: (index: TapeIndex, found: RecognisedRelease)?

    fileprivate init(_ judged: JudgedReleases, _ hints: ReleaseHints, isPart: Bool) {
      self.judged = judged
      given = hints.given
      hasLookedAhead = isPart
      context.file = judged.number(around: hints.file)
      context.source = judged.number(around: hints.source)
    }

    /// Handles an event of the reader. Call this before asking for the releases of its records.
    ///
    /// - Returns: whether the reader starts again, because it has read ahead to see what the first records show.
    package mutating func begin(_ event: RecordReader.Event, _ reader: inout RecordReader) throws -> Bool {
      bundle = nil
      isDocument = event.isDocument
      if case .byteOrderMark = event { return false }
      guard !hasLookedAhead else { return false }
      hasLookedAhead = true
      guard let recogniser = judged.recogniser, given == nil, context.file == nil else { return false }
      return try context.lookAhead(from: event, &reader, recogniser)
    }

    /// The release of a resource, and the reason for it.
    ///
    /// - Parameter scope: the Bundle that holds it as an entry; its own index if there is none.
    package mutating func release(
      of index: TapeIndex, _ tape: Tape, scope: TapeIndex
    ) -> (release: FHIRRelease, reason: ReleaseReason) {
      if let given { return given }
      guard let recogniser = judged.recogniser else { return named(judged.assumed) }
      var inner = context
      inner.isAlone = isDocument && index == .root
      if scope != index {
        let around = release(ofBundle: scope, tape, recogniser)
        if !around.reason.isAssumption, judged.place(of: around.number) != nil { inner.bundle = around.number }
      }
      return named(Self.recognise(index, tape, recogniser, in: inner))
    }

    private mutating func release(
      ofBundle index: TapeIndex, _ tape: Tape, _ recogniser: ReleaseRecogniser
    ) -> RecognisedRelease {
      if let bundle, bundle.index == index { return bundle.found }
      var context = context
      context.isAlone = isDocument && index == .root
      let found = Self.recognise(index, tape, recogniser, in: context)
      bundle = (index, found)
      return found
    }

    private static func recognise(
      _ index: TapeIndex, _ tape: Tape, _ recogniser: ReleaseRecogniser, in context: ReleaseContext
    ) -> RecognisedRelease {
      let typeIndex = ResourceView(tape, index).typeIndex ?? TapeIndex.none
      return typeIndex.exists && recogniser.isBundle(typeIndex, tape)
        ? recogniser.bundle(tape, index, typeIndex: typeIndex, in: context)
        : recogniser.recognise(tape, index, typeIndex: typeIndex, in: context)
    }

    private func named(_ found: RecognisedRelease) -> (release: FHIRRelease, reason: ReleaseReason) {
      (judged.release(found.number), found.reason)
    }
  }
}
