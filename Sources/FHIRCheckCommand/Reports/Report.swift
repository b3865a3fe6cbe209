import ClinicalRecords
import ClinicalSources
import FHIRFindings
package import FHIRReporting
import FHIRSchema

/// One report of a run: what writes it, which findings it lists, and where it goes, with a buffer.
struct Report: Sendable {
  /// Which findings are listed if there is a limit.
  enum Choice: Sendable, Equatable {
    case first
    /// At the end, equally many of each kind.
    case ofEachKind
    /// At the end, those of one kind once, however many there are.
    case grouped
  }

  /// Stands for the renderer of a report that is written as a whole at the end.
  struct AtTheEnd: ReportRenderer {
    func render(_ part: ReportPart, into output: inout [UInt8]) {}
  }

  var format = ReportFormat.text
  let renderer: any ReportRenderer
  /// The largest number of findings to list; `nil` for no limit.
  var limit: Int?
  var choice = Choice.first
  private var name = "standard output"
  private let context: CommandContext
  /// Where it goes; `nil` for standard output.
  private var file: ReportFile?
  /// How many findings its reader knows of: listed, or counted as more of the same.
  var listed = 0
  private var held: [UInt8] = []
  /// Why it cannot be written, with its name; after that, everything is discarded.
  private(set) var failure: SystemError?

  init(_ renderer: any ReportRenderer, in context: CommandContext) {
    (self.renderer, self.context) = (renderer, context)
  }

  /// A report to the target's destination; creates a file.
  init(_ target: ReportTarget, _ renderer: any ReportRenderer, in context: CommandContext) throws(SystemError) {
    self.init(renderer, in: context)
    format = target.format
    guard let path = target.path else { return }
    name = path.text
    file = try SystemError.naming(name) { () throws(SystemError) in try ReportFile(path) }
  }

  var isHolding: Bool { !held.isEmpty }

  /// Appends what a closure writes into a buffer.
  mutating func append(_ write: (inout [UInt8]) -> Void) {
    guard failure == nil else { return }
    write(&held)
    if held.count >= 64 << 10 { flush() }
  }

  /// Writes the buffer; renames a complete file.
  mutating func flush(isComplete: Bool = false) {
    defer { held.removeAll(keepingCapacity: true) }
    guard failure == nil else { return }
    do throws(SystemError) {
      try SystemError.naming(name) { () throws(SystemError) in
        try held.withUnsafeBufferPointer { bytes throws(SystemError) in
          let bytes = UnsafeRawBufferPointer(bytes)
          if let file { try file.write(bytes) } else if !bytes.isEmpty { try context.write(bytes) }
        }
        if isComplete { try file?.commit() }
      }
    } catch {
      failure = error
    }
  }
}

extension Invocation {
  /// What a check or a preflight does with its findings; creates the files of its reports.
  func openReports(
    baseline: Baseline? = nil, for items: [any InputItem] = [], in context: CommandContext
  ) throws(SystemError) -> FindingPlan {
    let exceptions = configuration.file?.exceptions(working: context.workingFolder ?? "/") ?? []
    var plan = FindingPlan(
      policies: PolicySet(common: findings.policy, exceptions: exceptions), baseline: baseline)
    plan.exemptions = configuration.file?.exemptions(beside: configuration.given).filter { !$0.isOver } ?? []
    plan.redaction = redacts ? Redaction(ofFiles: items.map(\.name)) : nil
    for target in reports {
      let renderer = renderer(of: target.format, in: context)
      plan.page = renderer as? PageCollector ?? plan.page
      var report = try Report(target, plan.redaction.map { RedactingRenderer(renderer, $0) } ?? renderer, in: context)
      report.limit = isQuiet || findings.showsStatistics ? 0 : maxIssues
      // Each report chooses for itself, so that it does not depend on others. The HTML page lists the first ones.
      if command == .check, report.limit != 0, report.format != .html {
        let isBounded = report.limit.map { $0 <= FairShare.largestLimit } ?? false
        let isGrouped = report.format == .text && !findings.listsAll
        report.choice = isGrouped ? .grouped : isBounded ? .ofEachKind : .first
      }
      plan.reports.append(report)
    }
    plan.countsKinds = findings.showsStatistics || plan.page != nil
    return plan
  }

  /// What fails the run. Writing a baseline accepts what was found.
  private var criteria: FailureCriteria {
    let isAccepted = findings.newBaseline != nil
    return FailureCriteria(
      threshold: isAccepted ? nil : failOn.threshold, failsOnUnjudged: !isAccepted && failsOnUnjudged,
      allowsEmpty: allowsEmpty)
  }

  /// The path of a found configuration that decides what counts, as reports show it.
  var shownConfiguration: String? {
    configuration.deciding.map { redacts ? Configuration.fileName : $0 }
  }

  /// The findings that exemptions have ended, with the configuration or the baseline that has them.
  func endedExemptions(_ baseline: Baseline?) -> [(file: String, finding: Finding)] {
    let file = configuration.file
    let configured = file?.exemptions(beside: configuration.given).filter(\.isOver) ?? []
    return configured.map { (file?.path ?? "", $0.finding) }
      + (baseline?.remaining.ended ?? []).map { (findings.baseline ?? "", $0.finding) }
  }

  private func renderer(of format: ReportFormat, in context: CommandContext) -> any ReportRenderer {
    switch format {
    case .text:
      TextRenderer(
        colors: usesColor(in: context), width: context.outputWidth, statistics: findings.showsStatistics,
        listsEachKind: findings.listsAll, saysWhatNext: command == .check && !isQuiet)
    case .json: JSONRenderer()
    case .jsonl: JSONLinesRenderer()
    case .concise: ConciseRenderer()
    case .csv: CSVRenderer(criteria)
    case .github: GitHubRenderer(criteria)
    case .gitlab: GitLabRenderer(relativeTo: context.workingFolder, criteria)
    case .html: PageCollector()
    case .junit: JUnitRenderer(criteria)
    case .operationOutcome:
      OperationOutcomeRenderer(rules: .all, releasesWithExpression: FHIRRelease.withIssueExpressions, criteria)
    case .sarif: SARIFRenderer(rules: .all, relativeTo: context.workingFolder, criteria)
    }
  }
}

extension FHIRRelease {
  /// The names of the releases whose OperationOutcome has an element for a path in FHIRPath.
  fileprivate static var withIssueExpressions: Set<String> {
    let releases = published.filter { release in
      let table = SchemaTable.of(release)
      return table?.type(named: "OperationOutcome.issue").flatMap { table?.slot(of: $0, named: "expression") } != nil
    }
    return Set(releases.map(\.name))
  }
}

extension Redaction {
  /// Shows the names and codes of all releases, and calls the inputs by their numbers in the run.
  package init(ofFiles names: [String]) {
    self = Self.ofReleases
    name(files: names.enumerated().map { ($0.element, "file-\($0.offset + 1)") })
  }

  /// Shows the names and codes of all releases. These are some ten thousand, and the same in each run.
  private static let ofReleases: Redaction = {
    var names: Set<String> = ["-"]
    for table in FHIRRelease.published.compactMap(SchemaTable.of) {
      names.formUnion([table.release.name, table.release.rawValue])
      names.formUnion(table.typeNames)
      names.formUnion((0..<table.memberCount).map { table.name(of: MemberID($0)) })
      names.formUnion(table.elements.flatMap { [$0.name, $0.baseName] })
      names.formUnion(table.targets.joined())
      names.formUnion(table.invariants.map(\.key))
      for valueSet in table.valueSets {
        names.formUnion([valueSet.url, valueSet.name])
        names.formUnion(valueSet.systems)
        names.formUnion(table.codes.codes(of: valueSet).map(\.code))
      }
    }
    names.formUnion(ClinicalTypeIdentifier.allCases.map(\.rawValue))
    names.remove("")
    return Redaction(names: names, rules: .all)
  }()
}
