import ClinicalRecords
import FHIRFindings
import FHIRReporting

/// A row of the table of records.
struct RecordRow {
  /// The bytes of the record in the input.
  let range: SourceRange
  /// For each column, the text that comes from the record itself; empty for its place and its findings.
  let texts: [String]
  /// What a person's page shows of it; none in a table.
  var facts: [PersonReport.Record] = []
  /// Whether an expression leaves it out.
  var isLeftOut = false
  var errors = 0
  var warnings = 0

  /// The rule of findings that carry rows through the loop for findings.
  static let rule = RuleID(rawValue: "records/row")

  enum Cell {
    case text(String)
    case number(Int?)
  }

  /// The cell of a column.
  ///
  /// - Parameter issue: the finding that carries the row, with its file and line; `nil` as long as they are unknown.
  func cell(_ column: RecordColumn, _ number: Int, _ issue: LocatedFinding? = nil) -> Cell {
    switch column {
    case .file: .text(issue?.file ?? "")
    case .line: .number(issue?.position?.line)
    case .column: .number(issue?.position?.column)
    case .component, .duplicateGroup: .number(Int(texts[number]))
    case .byteOffset: .number(range.start)
    case .byteLength: .number(range.end - range.start)
    case .errors: .number(errors)
    case .warnings: .number(warnings)
    default: .text(texts[number])
    }
  }
}

/// Some rows.
///
/// A row is passed on as a finding whose place is the batch, so the finding needs no text of its own.
final class RowBatch: RecordedPlaces {
  private let rows: [RecordRow]

  /// - Parameter rows: in the order of the records in the input.
  init(_ rows: [RecordRow]) { self.rows = rows }

  /// The rows as findings, to give them a file, a line and an order.
  var findings: [Finding] {
    rows.indices.map { index in
      Finding(
        rule: RecordRow.rule, severity: .information, range: rows[index].range, message: "", places: self, place: index)
    }
  }

  /// The row that a finding carries; `nil` for other findings.
  static func row(of finding: Finding) -> RecordRow? {
    (finding.places as? RowBatch)?.rows[finding.place]
  }

  func path(of place: Int) -> String { "" }
  func record(of place: Int) -> RecordLabel? { nil }
  func pointer(of place: Int) -> String? { nil }
  func release(of place: Int) -> String? { nil }
}

/// CSV as in RFC 4180: a header row, then one row for each record.
struct RecordCSVRenderer: ReportRenderer {
  let columns: [RecordColumn]
  /// Whether a cell that a spreadsheet would take for a formula gets an apostrophe in front.
  let isHarmless: Bool
  /// Whether characters that control a terminal, or that it hides, are made visible.
  let isVisible: Bool

  func render(_ part: ReportPart, into output: inout [UInt8]) {
    if case .start = part { output += columns.map(\.rawValue).joined(separator: ",") + "\r\n" }
    guard case .issue(let issue, _) = part, let row = RowBatch.row(of: issue.finding) else { return }
    let fields = columns.enumerated().map { number, column in
      switch row.cell(column, number, issue) {
      case .text(let text): field(text)
      case .number(let number): number.map { "\($0)" } ?? ""
      }
    }
    output += fields.joined(separator: ",") + "\r\n"
  }

  private func field(_ text: String) -> String {
    // Judged as written: a tab becomes spaces, and some spreadsheets skip both.
    let mark = isHarmless && isFormula(text) ? "'" : ""
    let shown = mark + (isVisible ? TerminalText.visible(text) : text)
    return shown.utf8.contains { ",\"\n\r".utf8.contains($0) } ? shown.quotedForCSV : shown
  }

  /// Whether a spreadsheet may evaluate a text; a plain number is harmless.
  private func isFormula(_ text: String) -> Bool {
    switch text.utf8.first {
    case UInt8(ascii: "="), UInt8(ascii: "@"), 0x09, 0x0D: true
    case UInt8(ascii: "+"), UInt8(ascii: "-"): Double(text) == nil
    default: false
    }
  }
}

/// One object on a line for each record; an empty cell has no member.
struct RecordLinesRenderer: ReportRenderer {
  let columns: [RecordColumn]
  /// Writes other findings, if they are listed too; each line then states its type.
  let issues: JSONLinesRenderer?

  func render(_ part: ReportPart, into output: inout [UInt8]) {
    guard case .issue(let issue, _) = part, let row = RowBatch.row(of: issue.finding) else {
      issues?.render(part, into: &output)
      return
    }
    JSONWriter.appendObject(to: &output) { writer in
      if issues != nil { writer.member("type", "record") }
      for (number, column) in columns.enumerated() {
        switch row.cell(column, number, issue) {
        case .text(let text): if !text.isEmpty { writer.member(column.rawValue, text) }
        case .number(let number): if let number { writer.member(column.rawValue, number) }
        }
      }
    }
    output += "\n"
  }
}
