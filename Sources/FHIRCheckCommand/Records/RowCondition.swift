import ClinicalRecords
import FHIRPath
import FHIRSchema
import FHIRSupport
import FHIRValidation

/// A condition of `records --where`: the value of a column, or an expression.
struct RowCondition: Sendable {
  let text: String
  /// The column and its value; `nil` for an expression.
  let cell: (column: RecordColumn, value: String)?
  private let question: BundleQuestion?
  var expressions: PathExpressions? { question?.expressions }
  /// How many records it could not be evaluated for, and one of the reasons: the same, whatever the number of jobs.
  let failures = Monitor((count: 0, reason: ""))

  /// Reads `code = 718-7`, or an expression.
  init(_ text: String) throws(UsageError) {
    let cell = Self.cell(in: text)
    (self.text, self.cell, question) = (text, cell, cell == nil ? BundleQuestion(text) : nil)
    if let column = cell?.column, [.file, .line, .column].contains(column) {
      throw UsageError(sentence: "'--where' cannot ask for '\(column.rawValue)', which is not of the record")
    }
    if let failure = expressions?.failure {
      throw UsageError(
        sentence: "'--where' is the name of a column, '=' and a value, or an expression, which '\(text)' is not: "
          + failure.message)
    }
  }

  private static func cell(in text: String) -> (column: RecordColumn, value: String)? {
    let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { side in
      var side = side.drop { $0 == " " }
      while side.last == " " { side.removeLast() }
      return side
    }
    guard sides.count == 2, let column = RecordColumn(named: String(sides[0])) else { return nil }
    let value = sides[1]
    let quotes = value.count(where: { $0 == "'" })
    let isQuoted = quotes == 2 && value.first == "'" && value.last == "'"
    // Other quotes are those of an expression.
    return quotes == 0 || isQuoted ? (column, String(isQuoted ? value.dropFirst().dropLast() : value)) : nil
  }

  /// Whether the expression gives anything but nothing and `false`.
  func holds(for record: VisitedRecord, in input: RowInput) -> Bool {
    guard let question else { return true }
    do {
      return try input.values(of: question, for: record).contains { $0.boolean != false }
    } catch {
      let reason = (error as? UsageError)?.sentence ?? "\(error)"
      failures.withLock { $0 = ($0.count + 1, $0.count == 0 ? reason : min($0.reason, reason)) }
      return false
    }
  }
}
