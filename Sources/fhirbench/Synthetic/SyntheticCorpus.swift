/// A stream of generated, valid records, for benchmarks and tests of scale: only the disk limits its size. The same
/// options give the same bytes on every platform.
struct SyntheticCorpus {
  enum Kind: String, CaseIterable, Sendable {
    case ndjson
    /// One Bundle of type `collection`.
    case bundle
  }

  enum Release: String, CaseIterable, Sendable {
    case dstu2, r4
    /// The patients alternate between the releases.
    case mixed

    fileprivate var forms: [CorpusForm] {
      switch self {
      case .dstu2: [.dstu2]
      case .r4: [.r4]
      case .mixed: [.dstu2, .r4]
      }
    }
  }

  private(set) var writtenBytes = 0
  /// Records written so far, without the Bundle itself.
  private(set) var writtenRecords = 0

  private let kind: Kind
  private let byteCount, chunkBytes: Int
  private var generator: RecordGenerator
  private let isPretty: Bool
  private var isDone = false

  /// Describes a corpus. The record that reaches `byteCount` is the last. NDJSON is never indented. Of a thousand
  /// records, `faultsPerMille` get a member that FHIR does not define.
  init(
    kind: Kind, release: Release, byteCount: Int, seed: UInt64, isPretty: Bool = false,
    faultsPerMille: Int = 0, chunkBytes: Int = 1 << 20
  ) {
    (self.kind, self.byteCount, self.chunkBytes) = (kind, byteCount, chunkBytes)
    generator = RecordGenerator(seed: seed, faultsPerMille: faultsPerMille, forms: release.forms)
    self.isPretty = isPretty && kind == .bundle
  }

  /// All that is left of the stream.
  var bytes: [UInt8] {
    var (corpus, bytes) = (self, [UInt8]())
    while let chunk = corpus.next() { bytes += chunk }
    return bytes
  }

  /// The next piece of the stream, nil at its end. Pieces end between records.
  mutating func next() -> [UInt8]? {
    if isDone { return nil }
    var bytes: [UInt8] = []
    if kind == .bundle, writtenBytes == 0 {
      var members = #""resourceType": "Bundle", "id": "synthetic", "type": "collection", "entry": ["#
      if !isPretty { members = members.replacing(": ", with: ":") }
      bytes += "{\(lineStart(1))\(members.replacing(", ", with: ",\(lineStart(1))"))".utf8
    }
    while !isDone, bytes.count < chunkBytes {
      writeRecord(to: &bytes)
      writtenRecords += 1
      isDone = writtenBytes + bytes.count >= byteCount
    }
    if isDone, kind == .bundle { bytes += "\(lineStart(1))]\(lineStart(0))}\n".utf8 }
    writtenBytes += bytes.count
    return bytes
  }

  private func lineStart(_ depth: Int) -> String { JSON.lineStart(isPretty ? depth : nil) }

  private mutating func writeRecord(to bytes: inout [UInt8]) {
    let heading = generator.next()
    let record = generator.record(heading)
    switch kind {
    case .ndjson:
      record.write(to: &bytes, depth: nil)
      bytes += "\n".utf8
    case .bundle:
      bytes += ((writtenRecords > 0 ? "," : "") + lineStart(2)).utf8
      JSON.object([("fullUrl", .text(heading.fullUrl)), ("resource", record)])
        .write(to: &bytes, depth: isPretty ? 2 : nil)
    }
  }
}
