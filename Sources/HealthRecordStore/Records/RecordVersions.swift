import ClinicalRecords
import FHIRRecognition
import FHIRSchema
import FHIRTape
import FHIRView

/// The versions of the records of one input that come without: that of the release that a record shows, else its Bundle,
/// else its file.
///
/// Nothing is assumed: a record that nothing tells of has none.
struct RecordVersions {
  private let distinctions = ReleaseDistinctions.published
  private let recogniser: ReleaseRecogniser
  private var context = ReleaseContext()
  private var hasLookedAhead = false
  /// The Bundle that was asked about last, of those on the current tape.
  private var bundle: (index: Int, found: RecognisedRelease)?

  init() {
    recogniser = ReleaseRecogniser(
      distinctions, .published, assumed: RecognisedRelease(number: ReleaseNumber(rawValue: 0), reason: .assumed))
  }

  /// Takes an event of the reader into account before its records are asked for.
  ///
  /// - Returns: whether the reader begins anew, since it was read on to see what the first records show.
  mutating func begin(_ event: RecordReader.Event, _ reader: inout RecordReader) throws -> Bool {
    bundle = nil
    if case .byteOrderMark = event { return false }
    guard !hasLookedAhead else { return false }
    hasLookedAhead = true
    var survey = ReleaseSurvey(recogniser)
    let (place, hasRead) = try survey.read(from: event, &reader)
    switch place {
    case .bundle: context.bundle = survey.found
    case .file: context.file = survey.found
    case nil: break
    }
    if hasRead { try reader.restart() }
    return hasRead
  }

  /// The version of a record.
  ///
  /// - Parameter scope: the Bundle that holds it as an entry; its own index where none does.
  mutating func version(of index: Int, _ tape: Tape, scope: Int) -> FHIRVersion? {
    var inner = context
    if scope != index {
      let around = bundle.flatMap { $0.index == scope ? $0.found : nil } ?? recognise(scope, tape, context)
      bundle = (scope, around)
      if around.reason != .assumed { inner.bundle = around.number }
    }
    let found = recognise(index, tape, inner)
    return found.reason == .assumed ? nil : FHIRVersion(distinctions.releases[Int(found.number.rawValue)].version)
  }

  private func recognise(_ index: Int, _ tape: Tape, _ context: ReleaseContext) -> RecognisedRelease {
    let type = ResourceView(tape, index).typeIndex ?? -1
    return type >= 0 && recogniser.isBundle(type, tape)
      ? recogniser.bundle(tape, index, typeIndex: type, in: context)
      : recogniser.recognise(tape, index, typeIndex: type, in: context)
  }

  /// The version of a record by itself.
  static func version(of json: [UInt8]) -> FHIRVersion? {
    json.withUnsafeBytes { bytes in
      var reader = RecordReader(
        MemorySource(bytes), bundles: .published, maximumDepth: 200, maximumRecordBytes: 256 << 20,
        sizeHint: bytes.count)
      var versions = RecordVersions()
      // Memory does not fail to be read.
      while let event = try? reader.next() {
        if case .value(let tape, _) = event { return versions.version(of: 0, tape, scope: 0) }
      }
      return nil
    }
  }
}
