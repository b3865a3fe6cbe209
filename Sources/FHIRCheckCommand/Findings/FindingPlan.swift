import FHIRFindings
import FHIRReporting

/// What a run does with its findings: which count, which reports list them, and what else is made of them.
struct FindingPlan: Sendable {
  var policies = PolicySet()
  /// The known findings of an earlier run, and those to write for a later one.
  var baseline: Baseline?
  /// The exemptions of the configuration that hold.
  var exemptions: [Exemption] = []
  var reports: [Report] = []
  /// Replaces the values of records in all reports, if requested.
  var redaction: Redaction?
  /// What the HTML page lists, if it is among the reports.
  var page: PageCollector?
  /// Whether findings are counted by kind.
  var countsKinds = false
  /// Whether findings about files themselves are kept for a command that lists no findings.
  var keepsFaults = false

  /// The numbers of the reports that choose what they list in this way.
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
    // A reason may name a person.
    func words(_ what: String, _ reason: String?, _ until: String?) -> String? {
      Exemption.words(what, redaction == nil ? reason : nil, until: until)
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
    let (finding, kind) = (PageFinding(issue), FindingKind(of: issue.finding).key)
    page.withLock { $0.add(finding, kind: kind) }
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

  /// Whether all findings count unchanged, in every file.
  var isNeutral: Bool { common.isNeutral && exceptions.isEmpty }

  /// The policy for a file: a selection of an exception replaces earlier selections; its ignored rules and severities
  /// are added.
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
