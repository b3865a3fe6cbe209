import ClinicalRecords
import FHIRRecognition
import FHIRSchema
import FHIRTape
import FHIRView

/// Determines versions for records that come without one: that of the release that the record shows, else its Bundle,
/// else its file.
///
/// Nothing is assumed: without evidence, a record has no version.
struct RecordVersions {
  private let distinctions = ReleaseDistinctions.published
  private let recogniser: ReleaseRecogniser
  private var context = ReleaseContext()
  private var hasLookedAhead = false
  /// Whether the current tape has the whole input.
  private var isDocument = false
  /// The last Bundle looked up on the current tape.
  private var bundle: (index: TapeIndex, found: RecognisedRelease)?

  init() {
    recogniser = ReleaseRecogniser(
      distinctions, .published, assumed: RecognisedRelease(number: ReleaseNumber(rawValue: 0), reason: .assumed))
  }

  /// Processes an event of the reader, before the versions of its records are requested.
  ///
  /// - Returns: whether the reader starts again, because it was read ahead to find the release of the first records.
  mutating func begin(_ event: RecordReader.Event, _ reader: inout RecordReader) throws -> Bool {
    bundle = nil
    isDocument = event.isDocument
    if case .byteOrderMark = event { return false }
    guard !hasLookedAhead else { return false }
    hasLookedAhead = true
    return try context.lookAhead(from: event, &reader, recogniser)
  }

  /// The version of a record.
  ///
  /// - Parameter scope: the Bundle whose entry the record is; the record's own index if there is none.
  mutating func version(of index: TapeIndex, _ tape: Tape, scope: TapeIndex) -> FHIRVersion? {
    var inner = context
    if scope != index {
      let around = bundle.flatMap { $0.index == scope ? $0.found : nil } ?? recognise(scope, tape, context)
      bundle = (scope, around)
      if around.reason != .assumed { inner.bundle = around.number }
    }
    let found = recognise(index, tape, inner)
    return found.reason == .assumed ? nil : FHIRVersion(distinctions.releases[Int(found.number.rawValue)].version)
  }

  private func recognise(_ index: TapeIndex, _ tape: Tape, _ context: ReleaseContext) -> RecognisedRelease {
    let type = ResourceView(tape, index).typeIndex ?? TapeIndex.none
    var context = context
    context.isAlone = isDocument && index == .root
    return type.exists && recogniser.isBundle(type, tape)
      ? recogniser.bundle(tape, index, typeIndex: type, in: context)
      : recogniser.recognise(tape, index, typeIndex: type, in: context)
  }

  /// The version of a single record.
  static func version(of json: [UInt8]) -> FHIRVersion? {
    json.withUnsafeBytes { bytes in
      var reader = RecordReader(
        MemorySource(bytes), bundles: .published, maximumDepth: 200, maximumRecordBytes: 256 << 20,
        sizeHint: bytes.count)
      var versions = RecordVersions()
      // Reading from memory does not fail.
      while let event = try? reader.next() {
        versions.isDocument = event.isDocument
        if case .value(let tape, _) = event { return versions.version(of: .root, tape, scope: .root) }
      }
      return nil
    }
  }
}
