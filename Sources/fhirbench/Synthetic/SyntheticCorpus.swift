/// A stream of generated, valid records: input of any size for benchmarks and tests of scale.
///
/// The same options give the same bytes on every platform.
///
/// ``next()`` returns it piece by piece, so only the disk limits its size.
struct SyntheticCorpus {
  /// How the records are combined.
  enum Kind: String, CaseIterable, Sendable {
    /// One record on each line.
    case ndjson
    /// One Bundle of type `collection`.
    case bundle
  }

  /// The release of the records.
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

  /// Bytes returned so far.
  private(set) var writtenBytes = 0
  /// Records written so far, without the Bundle itself.
  private(set) var writtenRecords = 0

  private let kind: Kind
  private let byteCount: Int
  private let chunkBytes: Int
  private var generator: RecordGenerator
  private var json: JSONWriter
  private var isOpen = false
  private var isDone = false

  /// Describes a corpus; generates nothing yet.
  ///
  /// - Parameters:
  ///   - byteCount: the size to reach; the record that reaches it is the last.
  ///   - isPretty: whether a Bundle is indented; NDJSON never is.
  ///   - faultsPerMille: how many of a thousand records get a member that FHIR does not define.
  ///   - chunkBytes: the approximate size of what ``next()`` returns.
  init(
    kind: Kind, release: Release, byteCount: Int, seed: UInt64, isPretty: Bool = false,
    faultsPerMille: Int = 0, chunkBytes: Int = 1 << 20
  ) {
    self.kind = kind
    self.byteCount = byteCount
    self.chunkBytes = chunkBytes
    generator = RecordGenerator(seed: seed, faultsPerMille: faultsPerMille, forms: release.forms)
    json = JSONWriter(isPretty: isPretty && kind == .bundle)
  }

  /// The bytes of the whole corpus, in memory.
  static func bytes(
    kind: Kind, release: Release, byteCount: Int, seed: UInt64, isPretty: Bool = false,
    faultsPerMille: Int = 0
  ) -> [UInt8] {
    var corpus = SyntheticCorpus(
      kind: kind, release: release, byteCount: byteCount, seed: seed, isPretty: isPretty,
      faultsPerMille: faultsPerMille)
    var bytes: [UInt8] = []
    while let chunk = corpus.next() { bytes += chunk }
    return bytes
  }

  /// The next piece of the stream, nil at its end. Pieces end between records.
  mutating func next() -> [UInt8]? {
    if isDone { return nil }
    json.removeAll()
    if !isOpen {
      isOpen = true
      if kind == .bundle { openBundle() }
    }
    while !isDone, json.bytes.count < chunkBytes {
      writeRecord()
      writtenRecords += 1
      isDone = writtenBytes + json.bytes.count >= byteCount
    }
    if isDone, kind == .bundle { closeBundle() }
    writtenBytes += json.bytes.count
    return json.bytes
  }

  private mutating func openBundle() {
    json.beginObject()
    json.string("resourceType", "Bundle")
    json.string("id", "synthetic")
    json.string("type", "collection")
    json.key("entry")
    json.beginArray()
  }

  private mutating func closeBundle() {
    json.endArray()
    json.endObject()
    json.newline()
  }

  private mutating func writeRecord() {
    let heading = generator.next()
    switch kind {
    case .ndjson:
      json.beginObject()
      generator.write(heading, to: &json)
      json.endObject()
      json.newline()
    case .bundle:
      json.beginItem()
      json.string("fullUrl", heading.fullUrl)
      json.key("resource")
      json.beginObject()
      generator.write(heading, to: &json)
      json.endObject()
      json.endObject()
    }
  }
}
