import FHIRPath
import FHIRSchema
import Testing

/// One line of a table: `expression => result`.
///
/// A result is a list of items as FHIRPath writes them: `'text'`, `@2015-02-04`, `4 'mg'`, `{}` for none; an element
/// with children is JSON. `!syntax`, `!semantics`, `!evaluation` and `!limit` stand for errors of that kind.
struct PathRow: CustomTestStringConvertible, Sendable {
  let expression: String
  let expected: String

  var testDescription: String { expression }

  func check(
    on record: String = "{}", release: FHIRRelease = .dstu2, strict: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = PathRow.evaluate(
      expression, over: try FHIRPathRecord(Array(record.utf8)), release: release, strict: strict)
    #expect(found == expected, "\(expression)", sourceLocation: sourceLocation)
  }

  /// The result of an expression in the form of a table.
  static func evaluate(_ expression: String, on record: String) throws -> String {
    evaluate(expression, over: try FHIRPathRecord(Array(record.utf8)))
  }

  /// The result over a record.
  static func evaluate(
    _ expression: String, over record: borrowing FHIRPathRecord, release: FHIRRelease = .dstu2, strict: Bool = false
  ) -> String {
    var evaluator = FHIRPathEvaluator()
    // 4 February 2015, 14:34:28.5, an hour east of Greenwich.
    evaluator.setClock(secondsSince1970: 1_423_056_868, milliseconds: 500, offset: 60)
    do throws(FHIRPathError) {
      let values = try evaluator.evaluate(
        try FHIRPathExpression(expression, release: release, strict: strict), over: record)
      return values.isEmpty ? "{}" : values.map(literal).joined(separator: ", ")
    } catch {
      return "!\(error.code)"
    }
  }

  private static func literal(_ value: FHIRPathValue) -> String {
    switch value.type {
    case "System.Date", "System.DateTime": "@" + value.description
    case "System.Time": "@T" + value.description
    case "System.String": "'\(value.description)'"
    case _ where value.json.first == "\"" && value.type.hasPrefix("FHIR."): "'\(value.description)'"
    default: value.description
    }
  }
}

/// Reads a table: one row on each line; empty lines and lines that begin with `#` are skipped.
func table(_ text: String) -> [PathRow] {
  text.split(separator: "\n").compactMap { line in
    let parts = line.split(separator: " => ", maxSplits: 1)
    guard line.first != "#", parts.count == 2 else {
      precondition(line.first == "#" || line.allSatisfy(\.isWhitespace), "not a row: \(line)")
      return nil
    }
    return PathRow(
      expression: parts[0].trimmed, expected: parts[1].trimmed)
  }
}

extension Substring {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
