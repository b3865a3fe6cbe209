import ClinicalRecords
import FHIRDiagnostics
import FHIRReporting

/// What the table of records is written as.
struct RecordTable {
  let columns: [RecordColumn]
  /// The place of each column of the record itself among the packed cells; the counts come behind them.
  private let places: [Int?]
  private let errors: Int
  private let warnings: Int

  init(_ columns: [RecordColumn]) {
    self.columns = columns
    var count = 0
    places = columns.map { column in
      guard column.isOfRecord else { return nil }
      count += 1
      return count - 1
    }
    (errors, warnings) = (count, count + 1)
  }

  /// The columns that the record itself tells, in the order of their cells.
  var ofRecord: [RecordColumn] { columns.filter(\.isOfRecord) }

  /// Calls `body` with each cell of a row, `nil` for an empty one.
  func forEachCell(of row: LocatedDiagnostic, _ body: (RecordColumn, String?) -> Void) {
    let cells = PackedCells.cells(of: row.diagnostic.message)
    let range = row.diagnostic.range
    for (column, place) in zip(columns, places) {
      switch column {
      case .file: body(column, row.file)
      case .line: body(column, row.position.map { String($0.line) })
      case .column: body(column, row.position.map { String($0.column) })
      case .byteOffset: body(column, String(range.start))
      case .byteLength: body(column, String(range.end - range.start))
      case .errors: body(column, cells[errors].map(String.init))
      case .warnings: body(column, cells[warnings].map(String.init))
      default: body(column, place.flatMap { cells[$0] }.map(String.init))
      }
    }
  }
}

/// CSV as in RFC 4180: a line with the names of the columns, then one for each record.
struct RecordCSVRenderer: ReportRenderer {
  let table: RecordTable
  /// Whether a cell that a spreadsheet would take for a formula begins with an apostrophe.
  let isHarmless: Bool

  var separator: String { "" }
  var showsExcerpts: Bool { false }

  func renderStart(_ tool: ReportTool, into output: inout [UInt8]) {
    output += Array(table.columns.map(\.rawValue).joined(separator: ",").utf8)
    output += Array("\r\n".utf8)
  }

  func render(_ issue: LocatedDiagnostic, into output: inout [UInt8]) {
    guard issue.diagnostic.rule == RecordRow.rule else { return }
    var isFirst = true
    table.forEachCell(of: issue) { column, cell in
      if !isFirst { output.append(UInt8(ascii: ",")) }
      isFirst = false
      if let cell { append(cell, column, to: &output) }
    }
    output += [0x0D, 0x0A]
  }

  func renderEnd(_ summary: ReportSummary, into output: inout [UInt8]) {}

  private func append(_ cell: String, _ column: RecordColumn, to output: inout [UInt8]) {
    var cell = cell
    if isHarmless, !column.isCount, Self.isFormula(cell) { cell = "'" + cell }
    let needsQuotes = cell.utf8.contains {
      $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == 0x0A || $0 == 0x0D
    }
    guard needsQuotes else { return output += Array(cell.utf8) }
    output.append(UInt8(ascii: "\""))
    for byte in cell.utf8 {
      if byte == UInt8(ascii: "\"") { output.append(byte) }
      output.append(byte)
    }
    output.append(UInt8(ascii: "\""))
  }

  /// Whether a spreadsheet may calculate with a text: a number is what it says.
  private static func isFormula(_ cell: String) -> Bool {
    switch cell.utf8.first {
    case UInt8(ascii: "="), UInt8(ascii: "@"), 0x09, 0x0D: true
    case UInt8(ascii: "+"), UInt8(ascii: "-"): Double(cell) == nil
    default: false
    }
  }
}

/// One object a line for each record; an empty cell has no member.
struct RecordLinesRenderer: ReportRenderer {
  let table: RecordTable
  /// Writes everything else, where findings are listed too; each line then says its type.
  let issues: JSONLinesRenderer?

  var separator: String { "" }
  var showsExcerpts: Bool { false }

  func renderStart(_ tool: ReportTool, into output: inout [UInt8]) { issues?.renderStart(tool, into: &output) }

  func render(_ issue: LocatedDiagnostic, into output: inout [UInt8]) {
    guard issue.diagnostic.rule == RecordRow.rule else {
      issues?.render(issue, into: &output)
      return
    }
    JSONWriter.appendObject(to: &output) { writer in
      if issues != nil { writer.member("type", "record") }
      table.forEachCell(of: issue) { column, cell in
        guard let cell else { return }
        if column.isCount, let count = Int(cell) {
          writer.member(column.rawValue, count)
        } else {
          writer.member(column.rawValue, cell)
        }
      }
    }
    output.append(0x0A)
  }

  func renderEnd(_ summary: ReportSummary, into output: inout [UInt8]) { issues?.renderEnd(summary, into: &output) }
}
