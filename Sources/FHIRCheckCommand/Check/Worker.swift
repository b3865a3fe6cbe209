import ClinicalRecords
import ClinicalSources
import FHIRFindings
import FHIRReporting
import FHIRSupport
import FHIRTape
import FHIRValidation

/// The tools of one thread of a run, and what it has counted, collected and kept so far.
///
/// The way of findings from here into the reports is in an extension: ``take(_:)``.
final class Worker {
  /// The state for an input, or a part of one.
  struct Current {
    /// Finds the lines and columns of the next findings; `nil` if there are none.
    var locator: Locator?
    var policy = RulePolicy()
    var listing: FindingListing
    var counts = Counts()
    /// The findings that were compared with the baseline, and the known ones among them.
    var seen = FindingCounts()
    var known = FindingCounts()
  }

  let output: OrderedOutput
  let plan: FindingPlan
  // These are derived from the plan, and needed for each finding.
  let hasPage, showsExcerpts, showsTitles: Bool
  var reader = InputReader()
  /// The counts of the inputs so far.
  var counts = Counts()
  // Only one thread uses these, so exclusive access need not be checked for each record or finding.
  @exclusivity(unchecked) var current: Current
  @exclusivity(unchecked) var statistics = FindingStatistics()
  /// The findings to list at the end, for each of the reports that do so.
  @exclusivity(unchecked) var shares: [FairShare]
  /// The findings by kind, for reports that list what repeats once.
  @exclusivity(unchecked) var groups: FindingGroups?
  /// The first findings of each kind about files themselves.
  var faults = FairShare(limit: 100)
  @exclusivity(unchecked) var lines = LineQuota()
  /// The records for the comparison over the whole run; `nil` without comparison.
  let index: RecordIndex?
  /// The records that the progress has not shown yet, and the bytes of the current input that it has.
  @exclusivity(unchecked) var progress = (records: 0, bytes: 0)
  private let detail: RecordCounts.Detail
  private let classifier = Classifier()

  init(_ output: OrderedOutput, counting detail: RecordCounts.Detail = .types, _ index: RecordIndex? = nil) {
    let plan = output.plan
    (self.output, self.plan, self.detail, self.index) = (output, plan, detail, index)
    shares = plan.reports(listing: .ofEachKind).map { FairShare(limit: plan.reports[$0].limit ?? .max) }
    groups = plan.reports(listing: .grouped).isEmpty ? nil : FindingGroups()
    hasPage = plan.page != nil
    showsExcerpts = plan.reports.contains { $0.renderer.showsExcerpts }
    showsTitles = plan.redaction == nil && plan.reports.contains { $0.choice == .first && $0.format == .text }
    current = Current(listing: FindingListing(ReportedFile(number: -1, name: ""), 0, plan, [], limit: 0))
  }

  var tally: ValidationTally {
    get { current.counts.tally }
    _modify { yield &current.counts.tally }
  }

  /// Begins an input, or a part of one. If reading the last one failed, its counts are dropped.
  ///
  /// - Parameter turn: the place of its findings in the output; by default, after everything that was written.
  func begin(_ file: ReportedFile, _ turn: Int? = nil, _ locator: Locator? = nil) {
    let inOrder = plan.reports(listing: .first)
    current = Current(
      locator: locator, policy: plan.policies.policy(of: file.name),
      listing: FindingListing(file, turn ?? output.next, plan, inOrder, limit: plan.limit(of: inOrder)))
  }

  /// Reports findings that do not come from the validator, and counts them.
  func report(_ findings: [Finding]) throws {
    count(findings)
    try take(findings)
  }

  /// Reports findings about other files than the inputs, after those, by file and place.
  ///
  /// - Parameter number: the number of the first such file.
  func report(_ findings: [(file: String, finding: Finding)], from number: Int) {
    for (place, group) in findings.grouped(by: \.file).enumerated() {
      let (file, number) = (group[0].file, number + place)
      let source = GivenDefinitions.source(file)
      begin(ReportedFile(number: number, name: file), nil, source.map { source in Locator { source } })
      // If the file can no longer be read, its faults are only counted.
      try? report(group.map(\.finding))
      counts.add(settled(), of: number, as: .none)
      finish()
    }
  }

  /// Counts such findings, whether or not they are listed.
  func count(_ findings: [Finding]) {
    for finding in findings {
      tally.findings.add(finding.rule, finding.severity)
      note(fault: finding)
      // What was not read may be records.
      if finding.rule == Rule.trailingData.id { tally.addNotOpened(1) }
    }
  }

  /// The counts of the current input, with the findings that count.
  func settled() -> Counts {
    var counts = current.counts
    counts.errors = tally.bySeverity.reduce(0) { $0 + ($1.key >= .error ? $1.value : 0) }
    (counts.tally.findings, counts.ignored) = current.policy.apply(to: counts.tally.findings)
    guard let baseline = plan.baseline else { return counts }
    var unlisted = counts.tally.findings
    unlisted.subtract(current.seen)
    counts.known = current.known
    counts.known.merge(baseline.take(unlisted: unlisted))
    counts.tally.findings.subtract(counts.known)
    return counts
  }

  /// Passes the records of an input to everything that needs them.
  ///
  /// - Parameter source: the name of the source that came with the input.
  func observer(of file: Int, source: String?, _ remarks: FileRemarks) -> RecordObserver {
    RecordObserver(
      visit: { [self] record in
        progress.records += 1
        current.counts.records.add(record, source: source, classifier, detail)
        remarks.visit(record)
        // The reader has taken out the entries of an envelope, so the rest of it is not the file's content.
        if case .envelope = record.place.role { return }
        index?.insert(
          record.tape, resource: record.index, entry: record.entry, file: file,
          offset: record.place.inputOffset(record.tape.offset(record.index)), source: source, release: record.release)
      }, source: source, file: file, isListing: wantsFindings)
  }

  /// Adds the work of another worker, in any order.
  func merge(_ other: Worker) {
    counts.merge(other.counts)
    statistics.merge(other.statistics)
    for index in shares.indices { shares[index].merge(other.shares[index]) }
    faults.merge(other.faults)
    if let other = other.groups { groups?.merge(other) }
    if let added = other.index { index?.merge(added) }
  }
}

extension ValidationTally {
  /// Counts files that were not opened, each as a place where a record was expected.
  mutating func addNotOpened(_ count: Int) {
    guard count > 0 else { return }
    notJudged[.notOpened, default: 0] += count
    self.count(notChecked: "files that were not opened", count)
  }
}
