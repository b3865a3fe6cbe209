import FHIRFindings
import FHIRSchema

/// The rules of the group `invariant`: one for each key, made from data. The keys are those of the definitions, and
/// ours for demands that only the words of a definition state. Each page is a file in `Schemas/RELEASE/invariants`. The
/// pages are parsed only when a caller needs the catalogue, never during a validation.
struct InvariantPages {
  private struct Page {
    var key: String
    var summary = ""
    var matters = ""
    var statements: [Statement] = []
  }

  private struct Statement {
    var path: String
    /// The published expression, with the words that introduce it; `nil` if the expression is ours.
    var published: String?
    var note: String?
    var bad: [String] = []
    var good: [String] = []
  }

  private var pages: [Page] = []
  private let invariants: [String: [SchemaInvariant]]
  private let release: FHIRRelease
  private let facts: ReleaseFacts

  /// - Parameter bytes: the pages as `fhirgen` writes them, by keys, with the blocks of a key in the table's order.
  private init(_ bytes: UnsafeBufferPointer<UInt8>, _ schema: SchemaTable) {
    release = schema.release
    facts = schema.facts
    invariants = Dictionary(grouping: schema.invariants, by: \.key)
    // Splits bytes, not characters: the pages are long, and looking up one rule reads all of them.
    var isBad = false
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let line = UnsafeBufferPointer(rebasing: line)
      if line.count >= 2, line[0] == UInt8(ascii: " "), line[1] == UInt8(ascii: " ") {
        let line = Self.text(line[2...])
        if isBad { edit { $0.bad.append(line) } } else { edit { $0.good.append(line) } }
        continue
      }
      let end = line.firstIndex(of: UInt8(ascii: " ")) ?? line.endIndex
      let word = Self.text(line[..<end])
      let rest = Self.text(line[end...].dropFirst())
      switch word {
      case "invariant": pages.append(Page(key: rest))
      case "summary": pages[pages.count - 1].summary = rest
      case "matters": pages[pages.count - 1].matters = rest
      case "on": pages[pages.count - 1].statements.append(Statement(path: rest))
      case "xpath": edit { $0.published = "as XPath in the definitions:\n  \(rest)" }
      case "text": edit { $0.published = "by the words of its definition:\n  \(rest)" }
      case "page": edit { $0.published = "by the words of its page:\n  \(rest)" }
      case "published": edit { $0.published = "as published:\n  \(rest)" }
      case "note": edit { $0.note = rest }
      default: isBad = word == "bad"
      }
    }
  }

  private static func text(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes), as: UTF8.self)
  }

  private mutating func edit(_ change: (inout Statement) -> Void) {
    let page = pages.count - 1
    change(&pages[page].statements[pages[page].statements.count - 1])
  }

  /// One rule for each key of some releases. If several releases have a key, its page describes the key in each: the
  /// meanings may differ. Its severity is the gravest among them, and its examples are those of the first release.
  static func rules(of releases: [GeneratedRelease]) -> [Rule] {
    var pages: [String: [(InvariantPages, Page)]] = [:]
    for release in releases {
      let all = InvariantPages(release.wholeInvariantPages, release.table)
      for page in all.pages { pages[page.key, default: []].append((all, page)) }
    }
    return pages.compactMap { key, pages in
      guard let (all, first) = pages.first else { return nil }
      let checks = pages.map {
        pages.count > 1 ? "In \($0.release.rawValue):\n\n" + $0.checks(of: $1) : $0.checks(of: $1)
      }
      let severity = pages.flatMap { all, page in all.invariants[page.key] ?? [] }.map { Severity($0.degree) }.max()
      return Rule(
        "invariant/\(key)", severity ?? .error, .invariant, summary: first.summary,
        checks: checks.joined(separator: "\n\n"), matters: first.matters,
        bad: first.statements[0].bad.joined(separator: "\n"), good: first.statements[0].good.joined(separator: "\n"),
        specification: all.specification(of: first.statements[0].path))
    }
  }

  private func checks(of page: Page) -> String {
    zip(page.statements, invariants[page.key] ?? []).map(checks).joined(separator: "\n\n")
  }

  private func checks(_ statement: Statement, _ invariant: SchemaInvariant) -> String {
    let other = invariant.degree == .warning ? "a warning" : "a note"
    var text = """
      \(statement.path), in FHIRPath\(invariant.path == statement.path ? "" : " on \(invariant.path)")\
      \(invariant.sparesContained ? ", except for contained resources" : ""):
        \(invariant.expression)
      \(statement.published.map { $0 + "\n" } ?? "")Expected is \(invariant.expected)\(invariant.degree == .error ? "" : "; anything else is \(other)").
      """
    if let note = statement.note { text += " " + note }
    return text
  }

  private func specification(of path: String) -> String {
    let type = String(decoding: path.utf8.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self)
    return "\(facts.specification)\(facts.pages[type] ?? type.lowercased()).html"
  }
}
