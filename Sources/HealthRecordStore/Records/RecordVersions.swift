import ClinicalRecords
import FHIRRecognition
import FHIRSchema
import FHIRTape

/// Determines versions for records that come without one: that of the release that the record shows, else its Bundle,
/// else its file.
///
/// Nothing is assumed: without evidence, a record has no version.
struct RecordVersions {
  private let names = ReleaseNames.published
  private var releases: InputReleases

  init() { releases = InputReleases(ReleaseRecogniser(names, .published, judged: names.all)) }

  /// Processes an event of the reader, before the versions of its records are requested.
  ///
  /// - Returns: whether the reader starts again, because it was read ahead to find the release of the first records.
  mutating func begin(_ event: RecordReader.Event, _ reader: inout RecordReader) throws -> Bool {
    let recogniser = releases.recogniser
    return try releases.begin(event, &reader) { try $2.lookAhead(from: $0, &$1, recogniser) }
  }

  /// The version of a record.
  ///
  /// - Parameter scope: the Bundle whose entry the record is; the record's own index if there is none.
  mutating func version(of index: TapeIndex, _ tape: Tape, scope: TapeIndex) -> FHIRVersion? {
    let found = releases.release(of: index, tape, scope: scope)
    return found.reason == .assumed ? nil : FHIRVersion(names.releases[Int(found.number.rawValue)].version)
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
        if case .value(let tape, _) = event { return versions.version(of: .root, tape, scope: .root) }
      }
      return nil
    }
  }
}
