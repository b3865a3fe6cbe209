import ClinicalSources
import FHIRFindings
import FHIRReporting
import FHIRSupport
import FHIRValidation

/// The way of all findings of one worker into the reports.
///
/// ```text
/// findings of a file -> policy -> baseline -> one by one: kind -> groups, shares, statistics, page, listing
/// ```
///
/// Each of the last five asks for the line and column of a finding only if it shows the finding. Nothing here changes a
/// count, except that the baseline takes out the findings that it knows.
extension Worker {
  /// Whether findings are needed, and not only their counts.
  var wantsFindings: Bool { plan.looksAtAll || !current.listing.isFull }

  private var file: ReportedFile { current.listing.piece.file }

  /// Keeps a finding about the file itself, whether or not reports list it.
  func note(fault: Finding) {
    guard plan.keepsFaults else { return }
    faults.offer(kind: FindingKind(of: fault).key, at: order(of: fault)) { located(fault.standingAlone) }
  }

  /// Processes findings of the file.
  ///
  /// - Returns: whether some of them count, of those that were needed.
  @discardableResult
  func take(_ findings: [Finding]) throws -> Bool {
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

  /// Writes the rest of the file's findings.
  ///
  /// - Parameter failure: why the file could not be read; `nil` if it was.
  func finish(_ failure: SystemError? = nil) {
    output.append(current.listing.takePiece(isLast: true, failure))
  }

  /// Lists at the end of the run what the shares and the groups have selected.
  ///
  /// - Parameter all: the findings that count.
  /// - Returns: those of them that are in no listed group; `nil` if no report lists groups, or each finding is listed on
  ///   its own.
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

  /// Passes on a finding that counts.
  private func pass(_ finding: Finding) throws {
    var issue = located(finding)
    // Redaction may make findings of different kinds alike.
    let isRedacted = plan.redaction != nil && (plan.countsKinds || hasPage || groups != nil)
    let shown = isRedacted ? plan.redaction?.redacted(issue) ?? issue : issue
    lazy var kind = FindingKind(of: finding)
    lazy var shownKind = isRedacted ? FindingKind(of: shown.finding) : kind
    let showsLine = hasPage && lines.takes(shownKind.key) || showsExcerpts
    func place() throws -> Locator.Place {
      try current.locator?.place(of: finding.range, line: showsLine) ?? (nil, nil)
    }
    for index in shares.indices {
      // With its values, because redacted records look alike; the renderer redacts it.
      try shares[index].offer(kind: kind.key, at: order(of: finding)) { located(finding.standingAlone, try place()) }
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
    if plan.countsKinds { try statistics.add(shown, shownKind, file: file.number) { try place().position } }
    guard !current.listing.isFull else { return }
    if showsTitles { issue.title = current.locator?.title(of: finding) }
    (issue.position, issue.excerpt) = try place()
    if let piece = current.listing.append(issue) { output.append(piece) }
  }

  private func located(_ finding: Finding, _ place: Locator.Place = (nil, nil)) -> LocatedFinding {
    LocatedFinding(
      file: file.name, source: file.source, finding: finding, position: place.position,
      excerpt: place.excerpt)
  }

  private func origin(of finding: Finding) -> FindingGroups.Origin {
    // A record that is not judged has no known start, and without an id one finding.
    let record =
      finding.recordStart
      ?? finding.record.map { $0.id == nil ? finding.range.start : Int(truncatingIfNeeded: Digest.of($0.text)) }
    return FindingGroups.Origin(
      file: file.number, named: file.name, isPart: file.isPart, record: record, of: finding)
  }

  private func order(of finding: Finding) -> RunPlace { RunPlace(file: file.number, offset: finding.range.start) }
}

/// Gathers the findings of one file, or of a part of one, into pieces of bounded size.
struct FindingListing {
  /// Consecutive findings, which can be cut between any two.
  struct Piece: Sendable {
    let file: ReportedFile
    /// Their place in the output.
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
  private var ordinals = FindingOrdinals()
  private(set) var piece: Piece
  private var listed = 0

  /// - Parameters:
  ///   - reports: the numbers of the reports.
  ///   - limit: the largest number of findings to list, `nil` for no limit.
  init(_ file: ReportedFile, _ turn: Int, _ plan: FindingPlan, _ reports: [Int], limit: Int?) {
    piece = Piece(file: file, turn: turn, reports: reports, limit: limit)
    distinguishesEqualFindings = reports.contains { plan.reports[$0].renderer.distinguishesEqualFindings }
  }

  /// Whether no more findings are listed.
  var isFull: Bool { piece.limit.map { listed >= $0 } ?? false }

  /// Adds a finding; returns the ones before it, if they are as many as a piece has.
  mutating func append(_ issue: LocatedFinding) -> Piece? {
    var issue = issue
    let staysInRecord = piece.size >= Self.size && piece.issues.last.map { issue.isOfRecord(of: $0) } ?? false
    let complete = piece.size >= (staysInRecord ? Self.largestSize : Self.size) ? takePiece() : nil
    if distinguishesEqualFindings { ordinals.number(&issue) }
    // A path is built each time that it is read, so the constant stands for it.
    piece.size += 384 + issue.finding.message.utf8.count
    piece.issues.append(issue)
    listed += 1
    return complete
  }

  /// Returns the findings that were added since the last piece.
  mutating func takePiece(isLast: Bool = false, _ failure: SystemError? = nil) -> Piece {
    defer { (piece.issues, piece.size) = ([], 0) }
    (piece.isLast, piece.failure) = (isLast, failure)
    return piece
  }
}
