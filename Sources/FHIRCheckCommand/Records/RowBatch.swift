import FHIRDiagnostics

/// A row of the table, whose text is in its batch.
struct RecordRow {
  /// The bytes of the record in the input.
  let range: SourceRange
  /// The index of the row in its batch.
  let number: Int
  var errors = 0
  var warnings = 0

  /// The rule of findings that carry rows through the loop for findings.
  static let rule = RuleID(rawValue: "records/row")
}

/// The rows of some records, with the cells that come from the records themselves.
///
/// A row is passed on as a finding whose place is the batch, so the finding needs no text of its own.
final class RowBatch: DiagnosticPlaces {
  let rows: [RecordRow]
  private let text: RowText

  /// - Parameter rows: in the order of the records in the input.
  init(_ rows: [RecordRow], _ text: RowText) {
    self.rows = rows
    self.text = text
  }

  /// The rows as findings, to give them a file, a line and an order.
  var diagnostics: [Diagnostic] {
    rows.indices.map { index in
      Diagnostic(
        rule: RecordRow.rule, severity: .information, range: rows[index].range, message: "", places: self, place: index)
    }
  }

  /// Calls `body` with the text of a range of cells in a row.
  func withText(ofRun run: Int, in row: RecordRow, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    text.withText(ofRun: run, inRow: row.number, body)
  }

  func path(of place: Int) -> String { "" }
  func record(of place: Int) -> RecordLabel? { nil }
  func pointer(of place: Int) -> String? { nil }
  func release(of place: Int) -> String? { nil }
}

/// The texts of rows, one after another; each row has as many ranges of cells as the table.
struct RowText {
  var bytes: [UInt8] = []
  private var ends: [Int] = []
  private let runCount: Int

  /// - Parameter runCount: the number of ranges of cells in a row.
  init(runCount: Int) { self.runCount = runCount }

  /// Ends a range of cells after its text.
  mutating func endRun() { ends.append(bytes.count) }

  fileprivate func withText(ofRun run: Int, inRow row: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    let place = row * runCount + run
    bytes[(place == 0 ? 0 : ends[place - 1])..<ends[place]].withUnsafeBufferPointer(body)
  }
}
