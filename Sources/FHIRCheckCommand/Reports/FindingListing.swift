import FHIRDiagnostics
import FHIRReporting

/// Renders the findings of one file, or of a part of one, in pieces of bounded size.
struct FindingListing {
  /// Consecutive rendered findings, which can be cut between any two.
  struct Piece: Sendable {
    var file: ReportedFile
    /// The largest number of findings that the reports list.
    var limit: Int?
    var texts: [Text]
    var severities: [Severity] = []
    /// How many further findings they represent.
    var repeats = 0
    /// The same findings for the HTML page with their kinds, if there is one.
    var page: [(kind: UInt64, finding: PageFinding)] = []
    /// The approximate size of the findings, in bytes. It does not depend on the formats, so that a report in which the
    /// ends of pieces are visible does not depend on other reports.
    var size = 0

    var byteCount: Int { texts.reduce(page.count * 512) { $0 + $1.bytes.count + $1.ends.count * 8 } }
  }

  /// The findings rendered for one report.
  struct Text: Sendable {
    /// The number of the report.
    let report: Int
    var bytes: [UInt8] = []
    /// The end of each finding in it.
    var ends: [Int] = []
  }

  /// A piece ends with a record if it has reached the first size, and within a record if it has reached the second.
  private static let (size, largestSize) = (256 << 10, 1 << 20)

  private let plan: FindingPlan
  private let distinguishesEqualIssues: Bool
  private var ordinals = IssueOrdinals()
  private var previous: LocatedDiagnostic?
  private var piece: Piece
  private var listed = 0

  /// - Parameters:
  ///   - reports: the numbers of the reports.
  ///   - limit: the largest number of findings to list, `nil` for no limit.
  init(_ file: ReportedFile, _ plan: FindingPlan, _ reports: [Int], limit: Int?) {
    self.plan = plan
    piece = Piece(file: file, limit: limit, texts: reports.map { Text(report: $0) })
    distinguishesEqualIssues = reports.contains { plan.reports[$0].renderer.distinguishesEqualIssues }
  }

  /// Whether no more findings are listed.
  var isFull: Bool { piece.limit.map { listed >= $0 } ?? false }

  /// Renders a finding.
  ///
  /// - Parameter kind: its kind, if there is an HTML page.
  /// - Returns: the findings before it, if they are as many as a piece has.
  mutating func append(_ issue: LocatedDiagnostic, page kind: UInt64? = nil) -> Piece? {
    var issue = issue
    let staysInRecord = piece.size >= Self.size && previous.map { issue.isOfRecord(of: $0) } ?? false
    let complete = piece.size >= (staysInRecord ? Self.largestSize : Self.size) ? takePiece() : nil
    if distinguishesEqualIssues { ordinals.number(&issue) }
    for index in piece.texts.indices {
      let renderer = plan.reports[piece.texts[index].report].renderer
      renderer.render(issue, after: previous, into: &piece.texts[index].bytes)
      piece.texts[index].ends.append(piece.texts[index].bytes.count)
    }
    if let kind { piece.page.append((kind, PageFinding(plan.redaction?.redacted(issue) ?? issue))) }
    // A path is built each time that it is read, so the constant stands for it.
    piece.size += 384 + issue.diagnostic.message.utf8.count
    piece.severities.append(issue.diagnostic.severity)
    piece.repeats += issue.repeats
    previous = issue
    listed += 1
    return complete
  }

  /// Returns the findings rendered so far.
  mutating func takePiece() -> Piece {
    let texts = piece.texts.map { Text(report: $0.report) }
    defer { (piece, previous) = (Piece(file: piece.file, limit: piece.limit, texts: texts), nil) }
    return piece
  }
}
