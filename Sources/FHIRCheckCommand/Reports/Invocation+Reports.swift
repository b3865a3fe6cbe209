import FHIRDiagnostics
import FHIRReporting
import FHIRSchema

extension Invocation {
  /// What a check or a preflight does with its findings; creates the files of its reports.
  ///
  /// - Parameter items: the inputs, whose names redaction replaces by numbers.
  func openReports(
    baseline: Baseline? = nil, for items: [InputItem] = [], in context: CommandContext
  ) throws(ReportFailure) -> FindingPlan {
    var plan = FindingPlan(policies: policies(in: context), baseline: baseline)
    plan.redaction = redacts ? Redaction(items) : nil
    for target in reports {
      let renderer = renderer(of: target.format, in: context)
      // The page is made at the end, from findings that are redacted as they come.
      let redaction = target.format == .html ? nil : plan.redaction
      var report = try Report(target, redaction.map { RedactingRenderer(renderer, $0) } ?? renderer, in: context)
      report.limit = isQuiet || findings.showsStatistics ? 0 : maxIssues
      if command == .check, report.limit != 0 { chooseOfEachKind(&report) }
      plan.reports.append(report)
    }
    plan.countsKinds = findings.showsStatistics || plan.hasPage
    return plan
  }

  /// Makes a report list findings of each kind, if it can: independent of other reports.
  private func chooseOfEachKind(_ report: inout Report) {
    if report.format == .text, !findings.listsAll {
      report.choice = .grouped
    } else if let limit = report.limit, limit <= FairShare.largestLimit, report.format != .html {
      // The HTML page lists the first ones.
      report.choice = .ofEachKind
    }
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
  func endedExemptions(_ baseline: Baseline?) -> [(file: String, finding: Diagnostic)] {
    let configured = configuration.file.map { file in
      file.exemptions(beside: configuration.given).filter(\.isOver).map { (file.path, $0.finding) }
    }
    return (configured ?? []) + (baseline?.ended ?? []).map { (findings.baseline ?? "", $0.finding) }
  }

  /// Writes reports of a format.
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
    case .html: PagePlaceholder()
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
      guard let table = SchemaTable.of(release), let type = table.type(named: "OperationOutcome.issue") else {
        return false
      }
      return table.elements(of: type).contains { $0.baseName == "expression" }
    }
    return Set(releases.map(\.name))
  }
}
