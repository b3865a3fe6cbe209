public import ClinicalRecords
public import ClinicalSources
import FHIRRecognition
import FHIRSchema
import FHIRSupport
public import FHIRTape
public import Foundation

extension HealthStore {
  /// The effect of loading an input.
  public struct LoadReport: Hashable, Sendable {
    /// New records, documents and health cards.
    public internal(set) var added = 0
    /// Records that have replaced a record with the same key.
    public internal(set) var replaced = 0
    /// Records that the store already had with the same JSON, and documents and cards that it already had.
    public internal(set) var unchanged = 0
    /// Resources that were not added because they have no clinical type, by reason. A Binary, which is kept for the notes
    /// that name it, counts here.
    public internal(set) var withoutClinicalType: [Classification.Reason: Int] = [:]
    /// Resources that were not added because they have no identifier.
    public internal(set) var withoutIdentifier = 0
    /// Texts that are not JSON, or exceed a limit; cards that cannot be read, and documents that are not well-formed.
    public internal(set) var unreadable = 0
    /// EU Digital COVID Certificates, which are not read.
    public internal(set) var euCertificates = 0

    mutating func count(_ insertion: Insertion) {
      switch insertion {
      case .added: added += 1
      case .replaced: replaced += 1
      case .unchanged: unchanged += 1
      case .withoutClinicalType(let reason): withoutClinicalType[reason, default: 0] += 1
      case .withoutIdentifier: withoutIdentifier += 1
      }
    }
  }

  /// Adds the records of an input: a resource, a Bundle, an array of resources, NDJSON, health cards, or a document of
  /// CDA, recognised by content.
  ///
  /// Bytes are processed as they are read, so memory grows with the added records and not with the input. The store
  /// does nothing else meanwhile. A bad line or entry does not affect others. If the origin has no FHIR version, a
  /// record gets the version of the release that the record, its Bundle or its file shows; without evidence, it has
  /// none.
  @discardableResult
  public func load(
    _ source: sending any ByteSource, origin: RecordOrigin, classifier: Classifier = Classifier()
  ) throws -> LoadReport {
    var report = LoadReport()
    try load(source, origin, classifier, &report)
    return report
  }

  /// Adds the records of bytes in memory, as of a source.
  @discardableResult
  public func load(_ bytes: [UInt8], origin: RecordOrigin, classifier: Classifier = Classifier()) -> LoadReport {
    var report = LoadReport()
    bytes.withUnsafeBytes { bytes in
      // Reading from memory does not fail.
      try? load(MemorySource(bytes), sizeHint: bytes.count, origin, classifier, &report)
    }
    return report
  }

  /// Adds the records of a folder or an archive. In an Apple Health export, the stubs name the institutions of the
  /// records. Files are read as by ``load(_:origin:classifier:)-(ByteSource,_,_)``. Not read is a
  /// document of CDA beside an export.xml, such as `export_cda.xml`: the phone makes it of its own data for the export, and
  /// has no such document. Parts of a health card in several files are put together.
  ///
  /// - Throws: the error if a file cannot be read; the records of the files before it are in the store.
  @discardableResult
  public func load(_ files: RecordFiles<some FileTree>, classifier: Classifier = Classifier()) throws -> LoadReport {
    var report = LoadReport()
    func folder(_ path: String) -> [Substring] { path.split(separator: "/").dropLast() }
    let exportFolders = Set(files.exports.map { folder($0.path) })
    let hasJSON = Set(try files.numbers())
    var cards: [Int: [UInt8]] = [:]
    var (loose, whole) = ([(number: Int, parts: [CardPart])](), [(number: Int, parts: [CardPart])]())
    var room = CardText.maximumBytes
    for file in 0..<files.tree.count {
      var source: any ByteSource = try files.tree.open(file)
      if !hasJSON.contains(file) {
        let kind = try source.contentKind()
        // These are read beside JSON, or counted.
        guard [.healthCard, .cda, .euCertificate].contains(kind) else { continue }
        if kind == .cda, exportFolders.contains(folder(files.tree.path(of: file))) { continue }
        let text = kind == .healthCard ? try source.bytes(upTo: room + 1) : []
        if case let own = CardPart.parts(in: text), text.count <= room, !(own.loose + own.whole).isEmpty {
          (cards[file], room) = (text + [0x0A], room - text.count)
          loose.append((file, own.loose))
          whole.append((file, own.whole))
          continue
        }
        try source.rewind()
      }
      try load(source, files.origin(of: file), classifier, &report)
    }
    for group in CardPart.groups(of: loose, whole: whole) { load(cards: group.flatMap { cards[$0] ?? [] }, &report) }
    return report
  }

  private func load(
    _ source: any ByteSource, sizeHint: Int = .max, _ origin: RecordOrigin, _ classifier: Classifier,
    _ report: inout LoadReport
  ) throws {
    var source = source
    switch try source.contentKind() {
    case .healthCard: load(cards: try source.bytes(upTo: CardText.maximumBytes + 1), &report)
    case .cda: load(document: try source.bytes(upTo: ClinicalDocument.maximumBytes + 1), origin: origin, &report)
    case .euCertificate: report.euCertificates += 1
    default:
      var reader = RecordReader(
        source, bundles: .published, maximumDepth: 200, maximumRecordBytes: 256 << 20, sizeHint: sizeHint)
      var versions = origin.fhirVersion == nil ? RecordVersions() : nil
      while let event = try reader.next() {
        if try versions?.begin(event, &reader) == true { continue }
        switch event {
        case .byteOrderMark: break
        case .failure: report.unreadable += 1
        case .value(let tape, let place):
          tape.forEachRecord(in: place, bundles: .published) { index, scope, _ in
            var own = origin
            if let version = versions?.version(of: index, tape, scope: scope) { own.fhirVersion = version }
            report.count(insert(tape, index, own, classifier))
          }
        }
      }
    }
  }

  private func insert(_ tape: Tape, _ index: TapeIndex, _ origin: RecordOrigin, _ classifier: Classifier) -> Insertion {
    let release = origin.fhirVersion?.release ?? .unknown
    let classification = classifier.classify(tape, at: index, release: release)
    let typeName = tape.text("resourceType", of: index)
    if typeName?.byBytes == NoteAttachment.binaryType.byBytes, let id = tape.text("id", of: index),
      let binary = NoteAttachment.Binary(tape, index)
    {
      binaries[BinaryKey(source: origin.source?.byBytes, id: id.byBytes)] = binary
    }
    guard let type = classification.clinicalType, let resourceType = typeName.flatMap(FHIRResourceType.init(named:))
    else { return .withoutClinicalType(classification.reason ?? .resourceType) }
    guard let member = tape.member("id", of: index), tape.length(member) > 0, tape.isString(member) else {
      return .withoutIdentifier
    }
    let range = tape.range(index)
    let json = Array(UnsafeBufferPointer(start: tape.bytes + range.lowerBound, count: range.count))
    let key = RecordKey(source: origin.source, resourceType: resourceType, identifier: tape.string(member))
    return put(json, key, type: type, origin: origin)
  }

  /// Adds the records of data in memory, as of a source.
  @discardableResult
  public func load(_ data: Data, origin: RecordOrigin, classifier: Classifier = Classifier()) -> LoadReport {
    load([UInt8](data), origin: origin, classifier: classifier)
  }
}

extension ByteSource {
  /// The kind of the content; the source is at its beginning again.
  fileprivate mutating func contentKind() throws -> ContentKind {
    // Before the first tag of a document there may be comments.
    let beginning = try bytes(upTo: 4 << 10)
    try rewind()
    return beginning.withUnsafeBytes { ContentKind($0) }
  }
}

/// Determines versions for records without one: of the release that the record shows, else its Bundle, else its file.
/// Nothing is assumed: without evidence, a record has no version.
struct RecordVersions {
  private let names = ReleaseNames.published
  private var releases: InputReleases

  init() { releases = InputReleases(ReleaseRecogniser(names, .published, judged: names.all)) }

  /// Processes an event of the reader, before the versions of its records are requested; returns whether the reader
  /// starts again, because it was read ahead to find the release of the first records.
  mutating func begin(_ event: RecordReader.Event, _ reader: inout RecordReader) throws -> Bool {
    let recogniser = releases.recogniser
    return try releases.begin(event, &reader) { try $2.lookAhead(from: $0, &$1, recogniser) }
  }

  /// The version of a record, whose scope is the Bundle whose entry it is, or else itself.
  mutating func version(of index: TapeIndex, _ tape: Tape, scope: TapeIndex) -> FHIRVersion? {
    let found = releases.release(of: index, tape, scope: scope)
    return found.reason == .assumed ? nil : FHIRVersion(names.releases[Int(found.number.rawValue)].version)
  }

  static func version(of json: [UInt8]) -> FHIRVersion? {
    var versions = RecordVersions()
    return try? TapedJSON.read(json) { versions.version(of: .root, $0, scope: .root) }
  }
}
