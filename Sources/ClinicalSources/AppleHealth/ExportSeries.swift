public import FHIRFindings
import FHIRPrimitives
import FHIRSupport
package import FHIRTape

/// Counts of the joined and the unmatched stubs and files of an export.
///
/// ``joined``, ``stubsOfSameFile`` and ``stubsWithoutFile`` add up to ``stubs``; ``joined`` and ``filesWithoutStub``
/// add up to the files of records.
public struct ExportTally: Hashable, Sendable {
  /// The stubs that were read.
  public internal(set) var stubs = 0
  /// Stubs that are joined with their file.
  public internal(set) var joined = 0
  /// Stubs whose file is already joined with another stub.
  public internal(set) var stubsOfSameFile = 0
  /// Stubs whose file is missing or unknown.
  public internal(set) var stubsWithoutFile = 0
  /// Files of records that no stub names.
  public internal(set) var filesWithoutStub = 0

  /// Makes a tally without stubs.
  public init() {}

  /// Adds up the tallies of the exports of one tree.
  ///
  /// A file counts once: if two exports are in one folder, the file is joined with the first stub that names it, as
  /// within one export.
  public init(of exports: [AppleHealthExport]) {
    var (withStub, withoutStub) = (Set<Int>(), Set<Int>())
    for export in exports {
      stubs += export.tally.stubs
      joined += export.tally.joined
      stubsOfSameFile += export.tally.stubsOfSameFile
      stubsWithoutFile += export.tally.stubsWithoutFile
      let again = export.countStubs(ofFilesIn: withStub)
      joined -= again
      stubsOfSameFile += again
      withStub.formUnion(export.filesWithStub)
      withoutStub.formUnion(export.filesWithoutStub)
    }
    filesWithoutStub = withoutStub.subtracting(withStub).count
  }
}

struct ExportFindings {
  let limit: Int
  private(set) var findings: [Finding] = []

  mutating func report(_ rule: Rule, of stub: ExportStub, path: String, _ message: String) {
    let id = stub.identifier.isEmpty ? nil : stub.identifier.shortened()
    let label = RecordLabel(resourceType: stub.type.shortened(), id: id)
    report(rule, at: stub.range, path: path, record: label, message)
  }

  /// Adds a finding, whose path is the attribute at fault.
  mutating func report(
    _ rule: Rule, at range: SourceRange, path: String = "", record: RecordLabel? = nil, _ message: String
  ) {
    guard findings.count <= limit else { return }
    let isLast = findings.count == limit
    let rule = isLast ? .exportTooLarge : rule
    let message =
      isLast
      ? "expected at most \(limit) findings in an export.xml, found more; the rest is neither listed nor counted"
      : message
    findings.append(
      Finding(rule: rule.id, severity: rule.severity, range: range, path: path, message: message, record: record))
  }

  var sorted: [Finding] { findings.sorted { $0.range != $1.range ? $0.range < $1.range : $0.rule < $1.rule } }
}

/// The description of one clinical record in an export.xml: a `ClinicalRecord` element, its attributes as written.
///
/// The resource itself is in the file that ``resourceFilePath`` names, and does not state where it comes from.
public struct ExportStub: Hashable, Sendable {
  /// The resource type, such as `AllergyIntolerance`.
  public internal(set) var type = ""
  /// The resource's `id`.
  public internal(set) var identifier = ""
  /// The institution.
  public internal(set) var sourceName = ""
  /// The URL of the resource on the institution's server.
  public internal(set) var sourceURL = ""
  /// The version of FHIR, such as `1.0.2`.
  public internal(set) var fhirVersion = ""
  /// When the record was downloaded, such as `2019-06-11 18:05:32 +0200`.
  public internal(set) var receivedDate = ""
  /// The file of the resource, from the export's root, such as `/clinical-records/Condition-7E2C.json`.
  public internal(set) var resourceFilePath = ""
  /// The bytes of the tag.
  public internal(set) var range = SourceRange(start: 0, end: 0)
  /// Where the tag begins.
  public internal(set) var position = SourcePosition(line: 1, column: 1)

  /// Whether both have the same bytes and the same place.
  public static func == (a: ExportStub, b: ExportStub) -> Bool {
    a.range == b.range && a.position == b.position
      && StubAttribute.allCases.allSatisfy { a[keyPath: $0.keyPath].byBytes == b[keyPath: $0.keyPath].byBytes }
  }

  /// Hashes the compared members.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(range)
    for attribute in StubAttribute.allCases { hasher.combine(self[keyPath: attribute.keyPath].byBytes) }
  }
}

enum StubAttribute: String, CaseIterable {
  case type, identifier, sourceName, sourceURL, fhirVersion, receivedDate, resourceFilePath

  var keyPath: WritableKeyPath<ExportStub, String> {
    switch self {
    case .type: \.type
    case .identifier: \.identifier
    case .sourceName: \.sourceName
    case .sourceURL: \.sourceURL
    case .fhirVersion: \.fhirVersion
    case .receivedDate: \.receivedDate
    case .resourceFilePath: \.resourceFilePath
    }
  }
}

/// The exports of one tree, read one after another; what they have in common is computed once.
package struct ExportSeries {
  package private(set) var exports: [AppleHealthExport] = []
  private let paths: ExportPaths
  private let limits: ExportLimits
  /// The folders whose files without a stub were already listed by an export.
  private var listed: Set<ByteText> = []

  package init(_ paths: [String], limits: ExportLimits) { (self.paths, self.limits) = (ExportPaths(paths), limits) }

  package mutating func read(_ file: Int, from source: any ByteSource) throws {
    let folder = ExportPath.folder(of: paths.all[file]).byBytes
    let export = try AppleHealthExport(
      file, of: paths, from: source, limits: limits, listsRest: !listed.contains(folder))
    if export.listsFilesWithoutStub { listed.insert(folder) }
    exports.append(export)
  }
}

/// The paths of a tree, sorted once. Each export of the tree looks up its files here. A tree may hold many exports. The
/// time for each depends only on the number of its own files.
package struct ExportPaths: Sendable {
  let all: [String]
  /// The files that are named like records or are in a folder of records, by the bytes of their paths, then by number.
  private let order: [Int]

  package init(_ paths: [String]) {
    all = paths
    let known = paths.indices.filter { number in
      ExportPath.isNamedLikeRecord(paths[number]) || ExportPath.rootOfRecord(paths[number]) != nil
    }
    order = known.sorted { one, other in
      let (first, second) = (paths[one].byBytes, paths[other].byBytes)
      return first == second ? one < other : first < second
    }
  }

  /// The files with a path; several if a folder was read twice.
  func files(at path: String) -> ArraySlice<Int> {
    let start = order.bisect { !(all[$0].byBytes < path.byBytes) }
    return order[start...].prefix { all[$0].byBytes == path.byBytes }
  }

  /// The files of records below the root of an export, by number.
  func records(below root: String) -> [Int] {
    ExportPath.folders.flatMap { folder in
      let prefix = (root + folder + "/").byBytes
      let start = order.bisect { !(all[$0].byBytes < prefix) }
      return order[start...].prefix { all[$0].byBytes.hasPrefix(prefix) }
    }.filter { ExportPath.isNamedLikeRecord(all[$0]) }.sorted()
  }
}

/// Limits on reading an export.xml, so that no file can exhaust the memory.
public struct ExportLimits: Hashable, Sendable {
  /// The largest number of stubs that are kept; real exports have up to some ten thousand.
  public var maximumStubs = 100_000
  /// The largest size of a stub's tag, in bytes.
  public var maximumStubBytes = 64 << 10
  /// The largest number of findings that are kept for one export.xml.
  public var maximumFindings = 10_000

  /// How many bytes are read at a time. Tests set a small value, so that every construct crosses a window's end.
  package var windowBytes = 256 << 10

  /// Makes the default limits.
  public init() {}
}

/// Paths in an Apple Health export, relative to its root.
enum ExportPath {
  /// The names of the folder of records; the second occurs in old exports.
  static let folders = ["clinical-records", "clinical_records"]

  /// The normalised path; `nil` if it leads out of the root. A stub's path begins with a slash, which means the root of
  /// the export and not of the file system.
  static func normalized(_ path: String) -> String? {
    var names: [Substring.UTF8View] = []
    for name in path.utf8.split(separator: UInt8(ascii: "/")) where !name.elementsEqual(".".utf8) {
      if name.elementsEqual("..".utf8) {
        guard names.popLast() != nil else { return nil }
      } else {
        names.append(name)
      }
    }
    return names.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
  }

  /// The path, and the same path with the other name of the folder.
  static func spellings(of path: String) -> [String] {
    for (folder, other) in [(folders[0], folders[1]), (folders[1], folders[0])]
    where path.byBytes.hasPrefix((folder + "/").byBytes) {
      return [path, other + String(decoding: path.utf8.dropFirst(folder.utf8.count), as: UTF8.self)]
    }
    return [path]
  }

  static func isNamedLikeRecord(_ path: String) -> Bool { hasEnding(path, ".json") }

  /// Whether a name ends in an ASCII text, regardless of case.
  static func hasEnding(_ path: String, _ ending: String) -> Bool {
    path.utf8.count >= ending.utf8.count && ASCII.isSame(path.utf8.suffix(ending.utf8.count), ending)
  }

  /// The folder of a file, with a trailing slash; empty for a path without a folder.
  static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
  }

  static func rootOfRecord(_ path: String) -> String? {
    var start = path.startIndex
    while let slash = path.utf8[start...].firstIndex(of: UInt8(ascii: "/")) {
      if folders.contains(where: { path.utf8[start..<slash].elementsEqual($0.utf8) }) { return String(path[..<start]) }
      start = path.utf8.index(after: slash)
    }
    return nil
  }
}
