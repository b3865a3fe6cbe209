import FHIRDiagnostics
import FHIRReporting
import FHIRSchema

extension Invocation {
  /// The requested reports; creates their files.
  ///
  /// - Parameter items: the inputs, whose names redaction replaces by numbers.
  func reportSet(of items: [InputItem] = [], in context: CommandContext) throws(ReportFailure) -> ReportSet {
    try ReportSet(
      reports.isEmpty ? [ReportTarget()] : reports, redaction: redacts ? Redaction(items) : nil, in: context
    ) {
      renderer(of: $0, in: context)
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
    configuration.hiding.map { redacts ? Configuration.fileName : $0 }
  }

  /// Writes reports of a format.
  private func renderer(of format: ReportFormat, in context: CommandContext) -> any ReportRenderer {
    switch format {
    case .text:
      TextRenderer(
        colors: usesColor(in: context), width: context.outputWidth, statistics: findings.showsStatistics,
        listsEachKind: findings.listsAll)
    case .json: JSONRenderer()
    case .jsonl: JSONLinesRenderer()
    case .concise: ConciseRenderer()
    case .csv: CSVRenderer()
    case .github: GitHubRenderer(criteria)
    case .gitlab: GitLabRenderer(relativeTo: context.workingFolder, criteria)
    case .html: PagePlaceholder()
    case .junit: JUnitRenderer(criteria)
    case .operationOutcome:
      OperationOutcomeRenderer(rules: .all, releasesWithExpression: FHIRRelease.withIssueExpressions)
    case .sarif: SARIFRenderer(rules: .all, relativeTo: context.workingFolder)
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
