import FHIRSupport
package import FHIRTape
import FHIRTerminology

/// Compiles the files of publishers into a pack. The files come in any order, and are told by content; the order
/// matters only where two contradict one another.
package final class TerminologyCompiler {
  /// What a report says of a system that was compiled.
  package struct Summary: Hashable {
    package var (url, version, title) = ("", "", "")
    package var (concepts, active) = (0, 0)
    /// What is unusual about its source, each a sentence without a full stop.
    package var notes: [String] = []
  }

  private let writer: PackWriter
  private var drafts: [SystemDraft] = []
  private var systems: [(directory: PackedSystem.Directory, summary: Summary)] = []
  /// The places of the systems by URL and version.
  private var places: [ByteText: Int] = [:]
  private var omissions: [ByteText: Int] = [:]
  private var definitions = TextSpool()
  private var valueSets: [Range<Int>] = []
  package var valueSetCount: Int { valueSets.count }
  /// What was compiled, in the order of the pack.
  package var summaries: [Summary] { systems.map(\.summary) }
  let snomed = SnomedState()

  private static let sources: [@Sendable (Header, SourceFile) -> TableReading?] = [
    LOINCSource.reader, SnomedSource.reader, NDCSource.reader, PlainTable.reader, CVXSource.reader, RxNormSource.reader,
    CountrySource.reader,
  ]

  let bundles: BundleTypes

  /// - Parameters:
  ///   - bundles: the types of Bundles whose entries may be code systems.
  ///   - sink: receives the bytes of the pack in order.
  package init(bundles: BundleTypes, _ sink: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
    self.bundles = bundles
    writer = try PackWriter(sink)
  }

  /// What was left out, with how many there are of it, in order.
  package var leftOut: [(what: String, count: Int)] {
    omissions.sorted { $0.key < $1.key }.map { ($0.key.string, $0.value) }
  }

  /// Reads a file, and returns whether it is of a known kind.
  ///
  /// - Parameter path: its name, with its folders or its archive in front.
  package func add(_ source: any ByteSource, path: String) throws -> Bool {
    let isKnown = try read(source, path: path)
    if !isKnown { leaveOut("files of other kinds", 1) }
    return isKnown
  }

  private func read(_ source: any ByteSource, path: String) throws -> Bool {
    var source = source
    let file = SourceFile(path: path)
    let beginning = try Self.bytes(of: &source, upTo: 64 << 10)
    if beginning.starts(with: [0xFF, 0xFE]) || beginning.starts(with: [0xFE, 0xFF]) {
      throw TerminologyPackError("expected UTF-8, found UTF-16")
    }
    let body = beginning.starts(with: [0xEF, 0xBB, 0xBF]) ? beginning.dropFirst(3) : beginning[...]
    guard let first = body.first(where: { $0 > 0x20 }) else { return false }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      try source.rewind()
      return try CodeSystemSource.read(source, file, self)
    }
    guard !body.contains(0) else { return false }
    if first == UInt8(ascii: "<") {
      let text = String(decoding: body.prefix(1000), as: UTF8.self)
      if text.contains("ucum-essence") { leaveOut("units of UCUM, which are built in", 1) }
      guard ICD10Document.isBeginning(text) else { return text.contains("ucum-essence") }
      try ICD10Document.read(Self.bytes(of: &source, upTo: 256 << 20), self)
      return true
    }
    let line = String(decoding: body.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    if ICD10Source.isOrderFile(line) {
      try ICD10Source.read(DelimitedReader(source, .lines), file, self)
      return true
    }
    if line.hasPrefix("File-Date: ") {
      try LanguageSource.read(DelimitedReader(source, .lines), self)
      return true
    }
    guard let form = DelimitedReader.form(ofLine: line) else { return false }
    let table = try DelimitedReader(source, form)
    guard try table.next() else { return false }
    let header = Header((0..<table.count).map { table.text($0) })
    for publisher in Self.sources {
      guard let reading = publisher(header, file) else { continue }
      try reading.rows(reading.hasHeader ? table : DelimitedReader(source, form), header, file, self)
      return true
    }
    return false
  }

  private static func bytes(of source: inout any ByteSource, upTo most: Int) throws -> [UInt8] {
    try source.rewind()
    var (bytes, piece) = ([] as [UInt8], [UInt8](repeating: 0, count: 64 << 10))
    while bytes.count < most {
      let count = try piece.withUnsafeMutableBytes { try source.read(into: $0) }
      if count == 0 { break }
      bytes += piece[..<count]
    }
    return bytes
  }

  /// Keeps a value set, whose codes are found when a record is judged by it.
  func keep(valueSet json: UnsafeBufferPointer<UInt8>) throws {
    // No line ends stand within a string.
    let line: [UInt8] = json.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 } + [0x0A]
    valueSets.append(try line.withUnsafeBufferPointer { try definitions.append($0) })
  }

  func leaveOut(_ what: String, _ count: Int) { omissions[what.byBytes, default: 0] += count }

  /// The draft of a system of which several files tell, one for each version.
  ///
  /// - Parameters:
  ///   - version: empty for a file that does not state it, which belongs to the version of the others.
  ///   - isWhole: whether the file shows that the system has all its codes.
  func draft(_ url: String, version: String = "", title: String, isWhole: Bool = false) -> SystemDraft {
    let known = drafts.first { draft in
      draft.url.byBytes == url.byBytes
        && (version.isEmpty || draft.version.isEmpty || draft.version.byBytes == version.byBytes)
    }
    let draft = known ?? SystemDraft(url, title: title)
    if known == nil { drafts.append(draft) }
    if draft.version.isEmpty { draft.version = version }
    if isWhole { draft.isWhole = true }
    return draft
  }

  /// Writes a system that is complete. Of several sources of one the fullest counts: all codes before some, then the most.
  func finish(_ draft: SystemDraft) throws {
    guard draft.count > 0 else { return leaveOut("code systems without codes", 1) }
    let name = "\(draft.url)|\(draft.version)"
    let place = places[name.byBytes] ?? systems.count
    if let other = systems[place...].first?.directory {
      leaveOut("code systems that another source has as fully: \(name)", 1)
      if draft.isWhole == other.isWhole ? draft.count <= other.count : other.isWhole { return }
    }
    let directory = try draft.write(to: writer)
    var summary = Summary(
      url: draft.url, version: draft.version, title: draft.title, concepts: draft.count, active: draft.activeCount)
    let notes = [
      (draft.danglingCount, "codes that other rows name are not defined; they were left out"),
      (draft.cycleCount, "relations lead in a circle; they were left out"),
      (draft.latinCount, "texts are no UTF-8; they were read as Windows-1252"),
    ]
    summary.notes = notes.filter { $0.0 > 0 }.map { "\($0) \($1)" }
    if draft.version.isEmpty { summary.notes.append("its source states no version") }
    if !draft.isWhole { summary.notes.append("it is a part of the system; codes that it lacks are not judged") }
    places[name.byBytes] = place
    systems.replaceSubrange(place..<min(place + 1, systems.count), with: [(directory, summary)])
  }

  package func finish() throws {
    let edition = drafts.first { $0.url == CodeSystemURI.snomed }
    for draft in drafts.sorted(by: { ($0.url.byBytes, $0.version.byBytes) < ($1.url.byBytes, $1.version.byBytes) }) {
      if draft === edition { try snomed.finish(draft) }
      try finish(draft)
    }
    drafts = []
    let section = try writer.section {
      for place in valueSets { try definitions.text(place).withUnsafeBytes { try writer.write($0) } }
    }
    try writer.finish(section, systems.map(\.directory))
  }
}
