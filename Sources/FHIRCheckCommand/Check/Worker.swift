import ClinicalRecords
import ClinicalSources
import FHIRFindings
import FHIRReporting
import FHIRTape
import FHIRValidation

/// The tools of a thread of a run, and what it has counted and kept so far. The way of findings from here into reports:
///
/// ```text
/// findings of a file -> policy -> baseline -> one by one: kind -> groups, shares, statistics, page, listing
/// ```
///
/// Each of the last five asks for the line and column of a finding only if it shows the finding. Nothing here changes a
/// count, except that the baseline takes out the findings that it knows.
final class Worker {
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
  var counts = Counts()
  // Only one thread uses these, so exclusive access need not be checked for each record or finding.
  @exclusivity(unchecked) var current: Current
  @exclusivity(unchecked) var statistics = FindingStatistics()
  /// The findings to list at the end, for each of the reports that do so.
  @exclusivity(unchecked) var shares: [FairShare]
  @exclusivity(unchecked) var groups: FindingGroups?
  /// The first findings of each kind about files themselves.
  var faults = FairShare(limit: 100)
  /// The sources of the records of the current batch and the one before by offset; the page groups findings by them.
  @exclusivity(unchecked) private var recordSources = (earlier: [Int: String](), current: [Int: String]())
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

  /// Begins an input, or a part of one, in a turn of the output, by default after everything that was written. If
  /// reading the last one failed, its counts are dropped.
  func begin(_ file: ReportedFile, _ turn: Int? = nil, _ locator: Locator? = nil) {
    let inOrder = plan.reports(listing: .first)
    recordSources = ([:], [:])
    current = Current(
      locator: locator, policy: plan.policies.policy(of: file.name),
      listing: FindingListing(file, turn ?? output.next, plan, inOrder, limit: plan.limit(of: inOrder)))
  }

  /// Reports findings that do not come from the validator, and counts them. If they are about the entries of a list,
  /// these have `sources`, by the offsets of the findings.
  func report(_ findings: [Finding], sources: [Int: String] = [:]) throws {
    count(findings)
    recordSources.current.merge(sources) { $1 }
    try take(findings)
  }

  /// Reports findings about other files than the inputs, by file and place; `number` is that of the first such file.
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
    counts.errors = tally.findings[.error] + tally.findings[.fatal]
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
  func observer(of file: Int, source: String?, _ remarks: FileRemarks) -> RecordObserver {
    RecordObserver(
      visit: { [self] record in
        progress.records += 1
        let own = current.counts.records.add(record, source: source, classifier, detail)
        let offset = record.place.inputOffset(record.tape.offset(record.index))
        if hasPage, let own { recordSources.current[offset] = own }
        remarks.visit(record)
        // The reader has taken out the entries of an envelope, so the rest of it is not the file's content.
        if case .envelope = record.place.role { return }
        index?.insert(
          record.tape, resource: record.index, entry: record.entry, file: file, offset: offset, source: source,
          release: record.release)
      }, source: source, file: file, isListing: wantsFindings)
  }

  func merge(_ other: Worker) {
    counts.merge(other.counts)
    statistics.merge(other.statistics)
    for index in shares.indices { shares[index].merge(other.shares[index]) }
    faults.merge(other.faults)
    if let other = other.groups { groups?.merge(other) }
    if let added = other.index { index?.merge(added) }
  }

  // MARK: - Findings

  var wantsFindings: Bool { plan.looksAtAll || !current.listing.isFull }
  private var file: ReportedFile { current.listing.piece.file }

  /// Keeps a finding about the file itself, whether or not reports list it.
  func note(fault: Finding) {
    guard plan.keepsFaults else { return }
    faults.offer(kind: FindingKind(of: fault).key, fault.severity, at: order(of: fault)) {
      located(fault.standingAlone)
    }
  }

  /// Keeps that the file is not JSON, for a command that lists no findings.
  func note(unreadable counts: FindingCounts) {
    guard plan.keepsFaults else { return }
    counts.forEach { id, severity, _ in
      guard severity >= .error, let rule = RuleCatalog.syntax[id] else { return }
      let place = SourceRange(start: 0, end: 0)
      note(fault: Finding(rule: id, severity: severity, range: place, path: "", message: rule.summary))
    }
  }

  /// Processes findings of the file; returns whether some of them count, of those that were needed.
  @discardableResult
  func take(_ findings: [Finding]) throws -> Bool {
    defer { recordSources = (recordSources.current, [:]) }
    if findings.isEmpty || !wantsFindings { return false }
    var findings = current.policy.apply(to: findings)
    if let baseline = plan.baseline, !findings.isEmpty {
      // Of findings with equal keys, the first ones of the run are the known ones.
      output.await(current.listing.piece.turn)
      for finding in findings {
        current.seen.add(finding.rule, finding.severity)
        current.known.add(finding.rule, finding.severity)
      }
      findings = baseline.take(findings, source: file.source)
      for finding in findings { current.known.remove(finding.rule, finding.severity) }
    }
    try current.locator?.prepare(findings, lines: showsExcerpts || hasPage)
    for finding in findings { try pass(finding) }
    return !findings.isEmpty
  }

  /// Writes the rest of the file's findings, and why it could not be read on.
  func finish(_ failure: SystemError? = nil) { output.append(current.listing.takePiece(isLast: true, failure)) }

  /// Lists at the end of the run what the shares and the groups have selected. Returns those of all findings that are
  /// in no listed group; `nil` if no report lists groups, or each finding is listed on its own.
  func listShares(of all: FindingCounts) -> FindingCounts? {
    var number = 0
    for (share, report) in zip(shares, plan.reports(listing: .ofEachKind)) {
      list(share.listed, in: report, from: &number)
    }
    guard let groups else { return nil }
    var rest: FindingCounts?
    for report in plan.reports(listing: .grouped) {
      let listed = groups.listed(plan.reports[report].limit)
      for part in [listed.filter { $0.finding.severity == .fatal }, listed.filter { $0.finding.severity < .fatal }] {
        list(part, in: report, from: &number)
      }
      rest = listed.count == groups.count ? nil : all
      for issue in listed { rest?.remove(issue.finding.rule, issue.finding.severity, issue.repeats + 1) }
    }
    return rest
  }

  /// Lists findings under the names of their files; a group has no single file.
  private func list(_ issues: [LocatedFinding], in report: Int, from number: inout Int) {
    func name(_ issue: LocatedFinding) -> String { issue.group == nil ? issue.file : "" }
    for issues in issues.grouped(by: name) {
      number -= 1
      let file = ReportedFile(number: number, name: name(issues[0]))
      var listing = FindingListing(file, output.next, plan, [report], limit: nil)
      for issue in issues { if let piece = listing.append(issue) { output.append(piece) } }
      output.append(listing.takePiece(isLast: true))
    }
  }

  private func pass(_ finding: Finding) throws {
    var issue = located(finding)
    // Redaction may make findings of different kinds alike.
    let isRedacted = plan.redaction != nil && (plan.countsKinds || groups != nil)
    let shown = isRedacted ? plan.redaction?.redacted(issue) ?? issue : issue
    lazy var kind = FindingKind(of: finding)
    func place() throws -> Locator.Place {
      try current.locator?.place(of: finding.range, line: hasPage || showsExcerpts) ?? (nil, nil)
    }
    for index in shares.indices {
      // With its values, because redacted records look alike; the renderer redacts it.
      try shares[index].offer(kind: kind.key, finding.severity, at: order(of: finding)) {
        located(finding.standingAlone, try place())
      }
    }
    if groups != nil {
      try groups?.add(
        kind: FindingGroups.kind(of: shown.finding), at: order(of: finding), origin(of: finding), shown.finding.message
      ) {
        // The renderer redacts it. The title comes first, because finding the place may drop the bytes before it.
        let title = plan.redaction == nil ? current.locator?.title(of: finding) : nil
        var issue = located(finding.standingAlone, try place())
        issue.title = title
        return issue
      }
    }
    if plan.countsKinds {
      let shownKind = isRedacted ? FindingKind(of: shown.finding) : kind
      try statistics.add(shown, shownKind, file: file.number) { try place().position }
    }
    guard !current.listing.isFull else { return }
    if showsTitles { issue.title = current.locator?.title(of: finding) }
    (issue.position, issue.excerpt) = try place()
    if hasPage {
      let start = finding.recordStart ?? finding.range.start
      issue.recordSource = recordSources.earlier[start] ?? recordSources.current[start]
    }
    if let piece = current.listing.append(issue) { output.append(piece) }
  }

  private func located(_ finding: Finding, _ place: Locator.Place = (nil, nil)) -> LocatedFinding {
    LocatedFinding(
      file: file.name, source: file.source, finding: finding, position: place.position, excerpt: place.excerpt)
  }

  private func origin(of finding: Finding) -> FindingGroups.Origin {
    // A record that is not judged has no known start, and without an id one finding.
    let record =
      finding.recordStart
      ?? finding.record.map { $0.id == nil ? finding.range.start : Int(truncatingIfNeeded: Digest.of($0.text)) }
    return FindingGroups.Origin(file: file.number, named: file.name, isPart: file.isPart, record: record, of: finding)
  }

  private func order(of finding: Finding) -> RunPlace { RunPlace(file: file.number, offset: finding.range.start) }
}

extension ValidationTally {
  /// Counts files that were not opened, each as a place where a record was expected.
  mutating func addNotOpened(_ count: Int) {
    guard count > 0 else { return }
    notJudged[.notOpened, default: 0] += count
    self.count(notChecked: "files that were not opened", count)
  }

  /// Removes the finding about an input without text.
  mutating func forgetEmpty(_ findings: inout [Finding]) {
    // It is counted, whether or not a report lists it.
    self.findings.remove(Rule.emptyInput.id, Rule.emptyInput.severity)
    findings.removeAll { $0.rule == Rule.emptyInput.id }
    notJudged[.empty] = nil
    notChecked["unreadable texts"] = nil
  }
}

/// Gathers the findings of one file, or of a part of one, into pieces of bounded size.
struct FindingListing {
  /// Consecutive findings, which can be cut between any two.
  struct Piece: Sendable {
    let file: ReportedFile
    let turn: Int
    /// The numbers of the reports that list them, and the largest number that these list.
    let reports: [Int]
    let limit: Int?
    var issues: [LocatedFinding] = []
    /// The approximate size of the findings, in bytes. It does not depend on the formats, so that a report in which the
    /// ends of pieces are visible does not depend on other reports.
    var size = 0
    /// Whether they are the last ones of the file or of its part, and why it could not be read on.
    var isLast = false
    var failure: SystemError?
  }

  /// A piece ends with a record if it has reached the first size, and within a record if it has reached the second.
  private static let (size, largestSize) = (256 << 10, 1 << 20)

  private let distinguishesEqualFindings: Bool
  private let redaction: Redaction?
  private var ordinals = FindingOrdinals()
  private(set) var piece: Piece
  private var listed = 0

  init(_ file: ReportedFile, _ turn: Int, _ plan: FindingPlan, _ reports: [Int], limit: Int?) {
    piece = Piece(file: file, turn: turn, reports: reports, limit: limit)
    redaction = plan.redaction
    distinguishesEqualFindings = reports.contains { plan.reports[$0].renderer.distinguishesEqualFindings }
  }

  var isFull: Bool { piece.limit.map { listed >= $0 } ?? false }

  /// Adds a finding; returns the ones before it, if they are as many as a piece has.
  mutating func append(_ issue: LocatedFinding) -> Piece? {
    var issue = issue
    let staysInRecord = piece.size >= Self.size && piece.issues.last.map { issue.isOfRecord(of: $0) } ?? false
    let complete = piece.size >= (staysInRecord ? Self.largestSize : Self.size) ? takePiece() : nil
    // Redaction may make findings alike.
    if distinguishesEqualFindings { issue.ordinal = ordinals.next(redaction?.redacted(issue) ?? issue) }
    // A path is built each time that it is read, so the constant stands for it.
    piece.size += 384 + issue.finding.message.utf8.count
    piece.issues.append(issue)
    listed += 1
    return complete
  }

  mutating func takePiece(isLast: Bool = false, _ failure: SystemError? = nil) -> Piece {
    defer { (piece.issues, piece.size) = ([], 0) }
    (piece.isLast, piece.failure) = (isLast, failure)
    return piece
  }
}
