import ClinicalRecords
import ClinicalSources
import FHIRFindings
package import FHIRReporting
import FHIRSchema

/// What a run does with its findings: which count, which reports list them, and what else is made of them.
struct FindingPlan: Sendable {
  var policies = PolicySet()
  /// The known findings of an earlier run, and those to write for a later one.
  var baseline: Baseline?
  var exemptions: [Exemption] = []
  var reports: [Report] = []
  /// Replaces the values of records in all reports, if requested.
  var redaction: Redaction?
  var page: PageCollector?
  var countsKinds = false
  /// Whether findings about files themselves are kept for a command that lists no findings.
  var keepsFaults = false

  func reports(listing choice: Report.Choice) -> [Int] { reports.indices.filter { reports[$0].choice == choice } }

  /// Whether each finding is examined, even if no report lists it as it comes.
  var looksAtAll: Bool { countsKinds || baseline != nil || reports.contains { $0.choice != .first } }

  /// How many findings are enough for a search that finds them in order; `nil` for no limit.
  var searchLimit: Int? {
    let needsAll = countsKinds || baseline != nil || reports.contains { $0.choice == .grouped }
    return needsAll ? nil : limit(of: Array(reports.indices))
  }

  /// The largest number of findings that one of some reports lists; `nil` for no limit.
  func limit(of numbers: [Int]) -> Int? {
    numbers.contains { reports[$0].limit == nil } ? nil : numbers.compactMap { reports[$0].limit }.max() ?? 0
  }

  /// The findings that do not count; `nil` if the caller excludes none.
  func setAside(_ counts: Counts, looksForCopies: Bool) -> ReportSummary.SetAside? {
    let baseline = self.baseline.flatMap { $0.comparesFindings ? $0 : nil }
    if policies.isNeutral, baseline == nil { return nil }
    var aside = ReportSummary.SetAside()
    (aside.ignored, aside.known) = (counts.ignored, counts.known)
    // A finding that this run did not look for cannot be reported as gone.
    aside.gone = baseline?.gone.filter {
      policies.common.severity(of: $0.key, .fatal) != nil && (looksForCopies || $0.key.group != "identity")
    }
    let met = exemptions.filter { exemption in
      aside.ignored.byRule.keys.contains { RuleSelector(exemption.rule).selects($0) }
    }
    /// `code/misspelt-system is ignored until 2026-12-31: ticket 12`; `nil` if neither a reason nor an end is given.
    func words(_ what: String, _ reason: String?, _ until: String?) -> String? {
      // It may name a person.
      let reason = redaction == nil ? reason : nil
      if reason == nil, until == nil { return nil }
      return what + (until.map { " until " + $0 } ?? "") + (reason.map { ": " + $0 } ?? "")
    }
    aside.reasons = met.compactMap { words("\($0.rule) is ignored", $0.reason, $0.until) }
    if let known = baseline?.remaining, !aside.known.isEmpty {
      let ofFindings = known.ofFindings.values.compactMap { words("known finding", $0.reason, $0.until) }
      aside.reasons += [words("known findings", known.ofAll.reason, known.ofAll.until)].compactMap(\.self)
      aside.reasons += Set(ofFindings).sorted()
    }
    return aside
  }
}

/// Keeps what the HTML page lists: the page is written at the end.
final class PageCollector: ReportRenderer {
  private let page = Monitor(PageFindings())

  var findings: PageFindings { page.withLock { $0 } }

  func render(_ part: ReportPart, into output: inout [UInt8]) {
    guard case .issue(let issue, _) = part else { return }
    page.withLock { $0.add(issue) }
  }
}

struct ReportedFile: Sendable {
  /// Its number in the run, which orders the findings of several files.
  var number: Int
  var name: String
  var source: String?
  /// Whether other parts of it may be read by another worker.
  var isPart = false
}

struct PolicySet: Sendable {
  var common = RulePolicy()
  /// The policies for some files, in addition to the common one.
  var exceptions: [(files: GlobSet, policy: RulePolicy)] = []

  var isNeutral: Bool { common.isNeutral && exceptions.isEmpty }

  /// The policy for a file: an exception replaces the selection, and adds its ignored rules and severities.
  func policy(of file: String) -> RulePolicy {
    var policy = common
    for exception in exceptions where exception.files.matches(file) {
      if !exception.policy.selected.isEmpty { policy.selected = exception.policy.selected }
      policy.ignored += exception.policy.ignored
      policy.severities += exception.policy.severities
      policy.leastSeverity = max(policy.leastSeverity, exception.policy.leastSeverity)
    }
    return policy
  }
}

/// One report of a run: what writes it, which findings it lists, and where it goes, with a buffer.
struct Report: Sendable {
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
  private var file: ReportFile?
  /// How many findings its reader knows of: listed, or counted as more of the same.
  var listed = 0
  private var held: [UInt8] = []
  /// Why it cannot be written, with its name; after that, everything is discarded.
  private(set) var failure: SystemError?

  init(_ renderer: any ReportRenderer, in context: CommandContext) {
    (self.renderer, self.context) = (renderer, context)
  }

  /// A report to the target's destination; creates a file. `nil` if that fails, which is reported.
  init?(opening target: ReportTarget, _ renderer: any ReportRenderer, in context: CommandContext) {
    self.init(renderer, in: context)
    format = target.format
    guard let path = target.path else { return }
    name = path.text
    do throws(SystemError) {
      file = try SystemError.naming(name) { () throws(SystemError) in try ReportFile(path) }
    } catch {
      _ = context.fail(error)
      return nil
    }
  }

  var isHolding: Bool { !held.isEmpty }

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
  /// What a check or a preflight does with its findings; creates the files of reports, else tells why and gives `nil`.
  func openReports(
    baseline: Baseline? = nil, for items: [any InputItem] = [], in context: CommandContext
  ) -> FindingPlan? {
    let exceptions = configuration.file?.exceptions(working: context.workingFolder ?? "/") ?? []
    var plan = FindingPlan(policies: PolicySet(common: findings.policy, exceptions: exceptions), baseline: baseline)
    plan.exemptions = configuration.file?.exemptions(beside: configuration.given).filter { !$0.isOver } ?? []
    plan.redaction = redacts ? Redaction(ofFiles: items.map(\.name)) : nil
    for target in reports {
      let renderer = renderer(of: target.format, in: context)
      plan.page = renderer as? PageCollector ?? plan.page
      let shown: any ReportRenderer = plan.redaction.map { RedactingRenderer(renderer, $0) } ?? renderer
      guard var report = Report(opening: target, shown, in: context) else { return nil }
      report.limit = isQuiet || findings.showsStatistics ? 0 : maxIssues
      // Each report chooses for itself, so that it does not depend on others. The HTML page lists the first ones.
      if command == .check, report.limit != 0, report.format != .html {
        let isBounded = report.limit.map { $0 <= FairShare.largestLimit } ?? false
        let isGrouped = report.format == .text && !findings.listsAll
        report.choice = isGrouped ? .grouped : isBounded ? .ofEachKind : .first
      }
      plan.reports.append(report)
    }
    plan.countsKinds = findings.showsStatistics
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
  var shownConfiguration: String? { configuration.deciding.map { redacts ? Configuration.fileName : $0 } }

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
    // Records of other releases are counted under these.
    names.formUnion((FHIRRelease.named + FHIRRelease.told).map { $0.name.uppercased() })
    names.remove("")
    return Redaction(names: names, rules: .all)
  }()
}
