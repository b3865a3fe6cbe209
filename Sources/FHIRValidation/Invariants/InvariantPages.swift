import Diagnostics
import FHIRSchema

/// The rules of the group `invariant`: one for each key of the definitions, made from data.
///
/// What is in other rules a file each stands in `Schemas/RELEASE/invariants`. The pages are read only when somebody asks
/// for the catalogue, never for a validation.
struct InvariantPages {
  private struct Page {
    var key: String
    var summary = ""
    var matters = ""
    var statements: [Statement] = []
  }

  private struct Statement {
    var path: String
    var xpath = ""
    var note: String?
    var bad: [Substring] = []
    var good: [Substring] = []
  }

  private var pages: [Page] = []
  private let invariants: [String: [SchemaInvariant]]
  private let facts: ReleaseFacts

  /// - Parameter text: the pages as `fhirgen` writes them, in the order of keys, with the blocks of a key in the order of
  ///   the table.
  init(_ text: StaticString, _ schema: SchemaTable) {
    let text = text.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
    facts = schema.facts
    invariants = Dictionary(grouping: schema.invariants, by: \.key)
    var isBad = false
    for line in text.split(separator: "\n") {
      if line.hasPrefix("  ") {
        let line = line.dropFirst(2)
        if isBad { edit { $0.bad.append(line) } } else { edit { $0.good.append(line) } }
        continue
      }
      let word = line.prefix { $0 != " " }
      let rest = String(line.dropFirst(word.count + 1))
      switch word {
      case "invariant": pages.append(Page(key: rest))
      case "summary": pages[pages.count - 1].summary = rest
      case "matters": pages[pages.count - 1].matters = rest
      case "on": pages[pages.count - 1].statements.append(Statement(path: rest))
      case "xpath": edit { $0.xpath = rest }
      case "note": edit { $0.note = rest }
      default: isBad = word == "bad"
      }
    }
  }

  private mutating func edit(_ change: (inout Statement) -> Void) {
    let page = pages.count - 1
    change(&pages[page].statements[pages[page].statements.count - 1])
  }

  /// One rule for each key. Its severity is the gravest of its statements, and its examples are those of the first.
  var rules: [Rule] {
    pages.map { page in
      let restated = invariants[page.key] ?? []
      let first = page.statements[0]
      return Rule(
        "invariant/\(page.key)", restated.allSatisfy(\.isWarning) ? .warning : .error, .invariant,
        summary: page.summary,
        explanation: Rule.Explanation(
          checks: zip(page.statements, restated).map(checks).joined(separator: "\n\n"),
          matters: page.matters,
          bad: first.bad.joined(separator: "\n"),
          good: first.good.joined(separator: "\n"),
          specification: specification(of: first.path)))
    }
  }

  private func checks(_ statement: Statement, _ invariant: SchemaInvariant) -> String {
    var text = """
      \(statement.path), in FHIRPath\(invariant.path == statement.path ? "" : " on \(invariant.path)"):
        \(invariant.expression)
      as XPath in the definitions:
        \(statement.xpath)
      Expected is \(invariant.expected)\(invariant.isWarning ? "; anything else is a warning" : "").
      """
    if let note = statement.note { text += " " + note }
    return text
  }

  /// The page of the specification that lists the constraints of a type.
  private func specification(of path: String) -> String {
    let type = String(path.prefix { $0 != "." })
    return "\(facts.specification)\(facts.pages[type] ?? type.lowercased()).html"
  }
}
