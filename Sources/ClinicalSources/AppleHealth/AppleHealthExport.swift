public import FHIRFindings
public import FHIRTape
import FHIRPrimitives
import FHIRSupport

/// An Apple Health export: the stubs of its export.xml, joined with the files of the records.
///
/// An export is a folder or an archive with an export.xml in its root or in a folder such as `apple_health_export`.
/// Beside the export.xml is a folder `clinical-records` with one resource in each file. The JSON does not name the
/// institution that a record comes from; the stub does.
///
/// ```swift
/// let tree = try FolderTree(path: "apple_health_export")
/// for export in try AppleHealthExport.all(in: tree) {
///   for file in 0..<tree.count { print(tree.path(of: file), export.stub(of: file)?.sourceName ?? "-") }
/// }
/// ```
public struct AppleHealthExport: Sendable {
  /// The number of the export.xml in its tree.
  public let file: Int
  /// The path of the export.xml.
  public let path: String
  /// The date of the export, as it states it; empty if it states none.
  package let date: String
  /// All stubs, in their order.
  public let stubs: [ExportStub]
  /// The faults of the export.xml, in order.
  public let findings: [Finding]
  /// Counts of joined and unmatched stubs and files.
  public let tally: ExportTally
  /// Files of records that no stub names.
  ///
  /// If several exports of a tree are in one folder, only the first that is read completely lists these files.
  public let filesWithoutStub: [Int]
  let listsFilesWithoutStub: Bool
  private let stubOfFile: [Int: Int]

  /// Reads an export.xml and joins its stubs with files.
  public init(_ file: Int, of paths: [String], from source: any ByteSource, limits: ExportLimits = ExportLimits())
    throws
  {
    try self.init(file, of: ExportPaths(paths), from: source, limits: limits)
  }

  /// Reads one of many exports, which does not list the files without a stub if another of its folder did.
  package init(
    _ file: Int, of paths: ExportPaths, from source: any ByteSource, limits: ExportLimits, listsRest: Bool = true
  ) throws {
    self.file = file
    path = paths.all[file]
    var scanner = ExportScanner(source, limits: limits)
    let (stubs, root) = (try scanner.scan(), ExportPath.folder(of: path))
    var (found, tally, numbers) = (scanner.findings, ExportTally(), [Int: Int]())
    tally.stubs = stubs.count
    for (number, stub) in stubs.enumerated() {
      found.checkVersion(of: stub)
      found.checkReceivedDate(of: stub)
      // Missing attributes were reported when the tag was read.
      let path = stub.resourceFilePath.isEmpty ? nil : found.checkedPath(of: stub)
      // A path that occurs several times, for example because a folder is read twice, is one file.
      let same = path.map { found.files(of: stub, at: $0, in: root, among: paths) } ?? []
      guard let first = same.first else {
        tally.stubsWithoutFile += 1
        continue
      }
      if found.checkFirst(stub, after: numbers[first].map { stubs[$0] }) {
        for file in same { numbers[file] = number }
        tally.joined += 1
      } else {
        tally.stubsOfSameFile += 1
      }
    }
    (self.stubs, date, stubOfFile) = (stubs, scanner.date, numbers)
    // If a limit left out stubs, any of these may name the file.
    listsFilesWithoutStub = scanner.hasAllStubs && listsRest
    filesWithoutStub = listsFilesWithoutStub ? paths.records(below: root).filter { numbers[$0] == nil } : []
    tally.filesWithoutStub = filesWithoutStub.count
    (findings, self.tally) = (found.sorted, tally)
  }

  /// Finds and reads the exports of a tree.
  public static func all(in tree: some FileTree, limits: ExportLimits = ExportLimits()) throws -> [AppleHealthExport] {
    let paths = (0..<tree.count).map { tree.path(of: $0) }
    let candidates = candidates(in: paths)
    if candidates.isEmpty { return [] }
    var series = ExportSeries(paths, limits: limits)
    for file in candidates {
      var head = try tree.open(file)
      guard try isExport(&head) else { continue }
      try series.read(file, from: try tree.open(file))
    }
    return series.exports
  }

  /// The files that have a stub, in no order.
  public var filesWithStub: some Collection<Int> { stubOfFile.keys }

  /// How many stubs are joined with one of the files.
  func countStubs(ofFilesIn files: Set<Int>) -> Int {
    Set(stubOfFile.lazy.filter { files.contains($0.key) }.map(\.value)).count
  }

  /// The stub of a file, by the file's number in the tree.
  public func stub(of file: Int) -> ExportStub? { stubOfFile[file].map { stubs[$0] } }

  /// The XML files that may list the records of an export: those beside a folder of records, or with such a name. The
  /// name depends on the language of the device, so the content decides: see ``isExport(_:)``.
  package static func candidates(in paths: [String]) -> [Int] {
    let folders = Set(paths.lazy.compactMap { ExportPath.rootOfRecord($0)?.byBytes })
    return paths.indices.filter { file in
      let path = paths[file]
      guard ExportPath.hasEnding(path, ".xml") else { return false }
      let folder = ExportPath.folder(of: path)
      return folders.contains(folder.byBytes) || ASCII.isSame(path.utf8.dropFirst(folder.utf8.count), "export.xml")
    }
  }

  /// The folders in which the records of an export.xml may be; empty for another kind of file.
  package static func recordFolders(of path: String) -> [String] {
    guard ExportPath.hasEnding(path, ".xml") else { return [] }
    return ExportPath.folders.map { ExportPath.folder(of: path) + $0 }
  }

  /// Whether a file begins like the XML of an Apple Health export, whose root element is `HealthData`.
  package static func isExport(_ source: inout some ByteSource) throws -> Bool {
    // Drops the zeros between the characters of a wide encoding.
    let text = try source.bytes(upTo: 4096).filter { $0 != 0 }
    return ["<!DOCTYPE HealthData", "<HealthData"].contains { text.firstRange(of: $0.utf8) != nil }
  }
}
