import ClinicalRecords
import FHIRDiagnostics
import FHIRReporting

/// What the table of records is written as.
struct RecordTable {
  let columns: [RecordColumn]

  /// A cell of a row; a text is valid as long as the call that hands it out.
  enum Cell {
    case empty
    case count(Int)
    case text(UnsafeBufferPointer<UInt8>)
  }

  init(_ columns: [RecordColumn]) { self.columns = columns }

  /// The columns that the record itself tells, in the order of their cells.
  var ofRecord: [RecordColumn] { columns.filter(\.isOfRecord) }

  /// Calls `body` with each cell of a row.
  func forEachCell(of row: LocatedDiagnostic, _ body: (RecordColumn, Cell) -> Void) {
    var (file, packed) = (row.file, row.diagnostic.message)
    let range = row.diagnostic.range
    file.withUTF8 { file in
      packed.withUTF8 { packed in
        var cells = PackedCells.Reader(packed)
        let (errors, warnings) = (cells.next(), cells.next())
        for column in columns {
          switch column {
          case .file: body(column, .text(file))
          case .line: body(column, row.position.map { .count($0.line) } ?? .empty)
          case .column: body(column, row.position.map { .count($0.column) } ?? .empty)
          case .byteOffset: body(column, .count(range.start))
          case .byteLength: body(column, .count(range.end - range.start))
          case .errors: body(column, errors)
          case .warnings: body(column, warnings)
          default: body(column, cells.next())
          }
        }
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
    table.forEachCell(of: issue) { _, cell in
      if !isFirst { output.append(UInt8(ascii: ",")) }
      isFirst = false
      switch cell {
      case .empty: break
      case .count(let count): output.append(contentsOf: String(count).utf8)
      case .text(let text): append(text, to: &output)
      }
    }
    output.append(0x0D)
    output.append(0x0A)
  }

  func renderEnd(_ summary: ReportSummary, into output: inout [UInt8]) {}

  private func append(_ text: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
    let isFormula = isHarmless && Self.isFormula(text)
    guard Self.needsQuotes(text) else {
      if isFormula { output.append(UInt8(ascii: "'")) }
      return output.append(contentsOf: text)
    }
    output.append(UInt8(ascii: "\""))
    if isFormula { output.append(UInt8(ascii: "'")) }
    for byte in text {
      if byte == UInt8(ascii: "\"") { output.append(byte) }
      output.append(byte)
    }
    output.append(UInt8(ascii: "\""))
  }

  private static func needsQuotes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in text {
      switch byte {
      case UInt8(ascii: ","), UInt8(ascii: "\""), 0x0A, 0x0D: return true
      default: continue
      }
    }
    return false
  }

  /// Whether a spreadsheet may calculate with a text: a number is what it says.
  private static func isFormula(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    switch text.first {
    case UInt8(ascii: "="), UInt8(ascii: "@"), 0x09, 0x0D: true
    case UInt8(ascii: "+"), UInt8(ascii: "-"): Double(String(decoding: text, as: UTF8.self)) == nil
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
        switch cell {
        case .empty: break
        case .count(let count):
          writer.key(text: column.rawValue)
          writer.integer(count)
        case .text(let text):
          writer.key(text: column.rawValue)
          writer.string(String(decoding: text, as: UTF8.self))
        }
      }
    }
    output.append(0x0A)
  }

  func renderEnd(_ summary: ReportSummary, into output: inout [UInt8]) { issues?.renderEnd(summary, into: &output) }
}
