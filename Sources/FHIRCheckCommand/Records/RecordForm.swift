import ClinicalRecords
import FHIRReporting

/// How the cells of a row are written.
enum RecordForm {
  /// As in RFC 4180, with commas between cells.
  ///
  /// - `isHarmless`: whether a cell that a spreadsheet would take for a formula gets an apostrophe in front.
  /// - `isVisible`: whether characters that control a terminal, or that it hides, are made visible.
  case csv(isHarmless: Bool, isVisible: Bool = false)
  /// As members of an object, each after a comma; an empty cell has no member.
  case jsonl

  /// Begins a cell whose text the caller appends to the row; returns the value that ``end(_:in:)`` needs.
  func begin(_ column: RecordColumn, isFirst: Bool, in row: inout [UInt8]) -> Cell {
    let start = row.count
    appendName(of: column, isFirst: isFirst, to: &row)
    if case .jsonl = self { row.append(UInt8(ascii: "\"")) }
    return Cell(start: start, text: row.count)
  }

  /// A cell that is being written.
  struct Cell {
    /// The start of the cell, including its name.
    fileprivate let start: Int
    /// The start of its text.
    fileprivate let text: Int
  }

  /// Ends a cell after its text.
  func end(_ cell: Cell, in row: inout [UInt8]) {
    let isEmpty = row.count == cell.text
    switch self {
    case .csv(let isHarmless, let isVisible):
      if isEmpty { return }
      // Judged as written: a tab becomes spaces, and some spreadsheets skip both.
      let isFormula = isHarmless && row[cell.text...].withUnsafeBufferPointer(RecordForm.isFormula)
      if isVisible { TerminalText.makeVisible(&row, from: cell.text) }
      if isFormula { row.insert(UInt8(ascii: "'"), at: cell.text) }
      quote(from: cell.text, in: &row)
    case .jsonl where isEmpty: row.removeLast(row.count - cell.start)
    case .jsonl:
      JSONWriter.escape(&row, from: cell.text)
      row.append(UInt8(ascii: "\""))
    }
  }

  /// Writes a cell with a number; `nil` for an empty one.
  func append(_ count: Int?, of column: RecordColumn, isFirst: Bool, to row: inout [UInt8]) {
    if case .jsonl = self, count == nil { return }
    appendName(of: column, isFirst: isFirst, to: &row)
    if let count { row.append(decimal: count) }
  }

  private func appendName(of column: RecordColumn, isFirst: Bool, to row: inout [UInt8]) {
    switch self {
    case .csv: if !isFirst { row.append(UInt8(ascii: ",")) }
    case .jsonl:
      row.append(UInt8(ascii: ","))
      row.append(UInt8(ascii: "\""))
      row.append(contentsOf: column.rawValue.utf8)
      row.append(UInt8(ascii: "\""))
      row.append(UInt8(ascii: ":"))
    }
  }

  // MARK: - CSV

  private func quote(from start: Int, in row: inout [UInt8]) {
    guard row[start...].withUnsafeBufferPointer(RecordForm.needsQuotes) else { return }
    let text = Array(row[start...])
    row.removeLast(text.count)
    row.append(UInt8(ascii: "\""))
    for byte in text {
      if byte == UInt8(ascii: "\"") { row.append(byte) }
      row.append(byte)
    }
    row.append(UInt8(ascii: "\""))
  }

  private static func needsQuotes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    // Compares all bytes without an early exit, so that the compiler can vectorise the loop.
    text.reduce(false) { found, byte in
      byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D || found
    }
  }

  /// Whether a spreadsheet may evaluate a text; a plain number is harmless.
  private static func isFormula(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    switch text.first {
    case UInt8(ascii: "="), UInt8(ascii: "@"), 0x09, 0x0D: true
    case UInt8(ascii: "+"), UInt8(ascii: "-"): Double(String(decoding: text, as: UTF8.self)) == nil
    default: false
    }
  }
}
