import FHIRFindings

struct ExportJoin {
  /// The stub of each file that has one, both as numbers.
  private(set) var stubs: [Int: Int] = [:]
  /// Files in the folder of records that no stub names, in their order.
  private(set) var filesWithoutStub: [Int] = []
  private(set) var tally = ExportTally()
  /// The findings so far, followed by those about the join.
  private(set) var findings: ExportFindings

  /// - Parameters:
  ///   - root: the folder of the export.xml.
  ///   - paths: the paths of all files of the tree.
  ///   - listsRest: whether files without a stub are listed.
  init(_ contents: ExportScanner.Contents, in root: String, of paths: ExportPaths, listsRest: Bool) {
    findings = contents.findings
    let all = contents.stubs
    tally.stubs = all.count
    for (number, stub) in all.enumerated() {
      findings.checkVersion(of: stub)
      findings.checkReceivedDate(of: stub)
      // Missing attributes were reported when the tag was read.
      guard !stub.resourceFilePath.isEmpty else {
        tally.stubsWithoutFile += 1
        continue
      }
      guard let path = findings.checkedPath(of: stub) else {
        tally.stubsWithoutFile += 1
        continue
      }
      // A path that occurs several times, for example because a folder is read twice, is one file.
      let same = findings.files(of: stub, at: path, in: root, among: paths)
      guard let first = same.first else {
        tally.stubsWithoutFile += 1
        continue
      }
      if findings.checkFirst(stub, after: stubs[first].map { all[$0] }) {
        for file in same { stubs[file] = number }
        tally.joined += 1
      } else {
        tally.stubsOfSameFile += 1
      }
    }
    // If a limit left out stubs, any of these may name the file.
    guard contents.hasAllStubs, listsRest else { return }
    filesWithoutStub = paths.records(below: root).filter { stubs[$0] == nil }
    tally.filesWithoutStub = filesWithoutStub.count
  }
}

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
    var withStub: Set<Int> = []
    var withoutStub: Set<Int> = []
    for export in exports {
      merge(export.tally)
      let again = export.countStubs(ofFilesIn: withStub)
      joined -= again
      stubsOfSameFile += again
      withStub.formUnion(export.filesWithStub)
      withoutStub.formUnion(export.filesWithoutStub)
    }
    filesWithoutStub = withoutStub.subtracting(withStub).count
  }

  /// Adds the tally of another export.
  public mutating func merge(_ other: ExportTally) {
    stubs += other.stubs
    joined += other.joined
    stubsOfSameFile += other.stubsOfSameFile
    stubsWithoutFile += other.stubsWithoutFile
    filesWithoutStub += other.filesWithoutStub
  }
}

/// The findings in an export.xml, up to a limit.
struct ExportFindings {
  private(set) var findings: [Finding] = []
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  /// Adds a finding with the rule's own severity.
  ///
  /// - Parameter path: the attribute at fault, if there is one.
  mutating func report(_ rule: Rule, at range: SourceRange, path: String = "", _ message: String) {
    add(rule, range, path, message, nil)
  }

  /// Adds a finding about a whole stub.
  mutating func report(_ rule: Rule, of stub: ExportStub, path: String, _ message: String) {
    let id = stub.identifier.isEmpty ? nil : stub.identifier.shortened()
    add(rule, stub.range, path, message, RecordLabel(resourceType: stub.type.shortened(), id: id))
  }

  private mutating func add(
    _ rule: Rule, _ range: SourceRange, _ path: String, _ message: String, _ record: RecordLabel?
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

  /// The findings by place, then by rule.
  var sorted: [Finding] {
    findings.sorted { $0.range != $1.range ? $0.range < $1.range : $0.rule < $1.rule }
  }
}
