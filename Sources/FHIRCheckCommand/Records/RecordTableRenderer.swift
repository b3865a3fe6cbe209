import ClinicalRecords
import FHIRDiagnostics
import FHIRReporting

/// The form and the columns of a table of records.
struct RecordTable {
  let columns: [RecordColumn]
  let form: RecordForm
  /// The columns that come from the record itself, as ranges of adjacent columns.
  let runs: [Range<Int>]

  init(_ columns: [RecordColumn], form: RecordForm) {
    self.columns = columns
    self.form = form
    var runs: [Range<Int>] = []
    for number in columns.indices where columns[number].isOfRecord {
      if let last = runs.last, last.upperBound == number {
        runs[runs.count - 1] = last.lowerBound..<number + 1
      } else {
        runs.append(number..<number + 1)
      }
    }
    self.runs = runs
  }

  /// Appends the cells of a row: those of the record itself were written before; the others give its place and the
  /// findings in it.
  func append(_ issue: LocatedDiagnostic, _ batch: RowBatch, to output: inout [UInt8]) {
    let row = batch.rows[issue.diagnostic.place]
    var (number, run) = (0, 0)
    while number < columns.count {
      let column = columns[number]
      if column.isOfRecord {
        batch.withText(ofRun: run, in: row) { output.append(contentsOf: $0) }
        number = runs[run].upperBound
        run += 1
        continue
      }
      let isFirst = number == 0
      switch column {
      case .file:
        let cell = form.begin(column, isFirst: isFirst, in: &output)
        output.append(contentsOf: issue.file.utf8)
        form.end(cell, in: &output)
      case .line: form.append(issue.position?.line, of: column, isFirst: isFirst, to: &output)
      case .column: form.append(issue.position?.column, of: column, isFirst: isFirst, to: &output)
      case .byteOffset: form.append(row.range.start, of: column, isFirst: isFirst, to: &output)
      case .byteLength: form.append(row.range.end - row.range.start, of: column, isFirst: isFirst, to: &output)
      case .errors: form.append(row.errors, of: column, isFirst: isFirst, to: &output)
      case .warnings: form.append(row.warnings, of: column, isFirst: isFirst, to: &output)
      default: break
      }
      number += 1
    }
  }
}

/// CSV as in RFC 4180: a header row, then one row for each record.
struct RecordCSVRenderer: ReportRenderer {
  let table: RecordTable

  func renderStart(_ tool: ReportTool, into output: inout [UInt8]) {
    output += Array(table.columns.map(\.rawValue).joined(separator: ",").utf8)
    output += Array("\r\n".utf8)
  }

  func render(_ issue: LocatedDiagnostic, into output: inout [UInt8]) {
    guard let batch = issue.diagnostic.places as? RowBatch else { return }
    table.append(issue, batch, to: &output)
    output.append(0x0D)
    output.append(0x0A)
  }
}

/// One object on a line for each record; an empty cell has no member.
struct RecordLinesRenderer: ReportRenderer {
  let table: RecordTable
  /// Writes other findings, if they are listed too; each line then states its type.
  let issues: JSONLinesRenderer?

  func renderStart(_ tool: ReportTool, into output: inout [UInt8]) { issues?.renderStart(tool, into: &output) }

  func render(_ issue: LocatedDiagnostic, into output: inout [UInt8]) {
    guard let batch = issue.diagnostic.places as? RowBatch else {
      issues?.render(issue, into: &output)
      return
    }
    let start = output.count
    if issues != nil { output.append(contentsOf: #","type":"record""#.utf8) }
    table.append(issue, batch, to: &output)
    // Each member follows a comma; the first comma is replaced by the bracket.
    if output.count > start { output[start] = UInt8(ascii: "{") } else { output.append(UInt8(ascii: "{")) }
    output.append(UInt8(ascii: "}"))
    output.append(0x0A)
  }

  func renderEnd(_ summary: ReportSummary, into output: inout [UInt8]) { issues?.renderEnd(summary, into: &output) }
}
