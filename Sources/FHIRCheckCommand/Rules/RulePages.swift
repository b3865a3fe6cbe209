import FHIRFindings
import FHIRReporting
import FHIRSchema
import FHIRValidation

/// The output of `fhircheck explain` and `fhircheck rules`.
struct RulePages {
  let style: TextStyle
  let wrapped: WrappedText

  /// The page of the only rule, or the list of several, and constraints of that name that are not judged as published.
  func pages(of rules: [Rule], _ corrected: [CorrectedConstraint]) -> String {
    var parts = rules.isEmpty ? [] : [rules.count == 1 ? page(of: rules[0]) : list(of: rules)]
    parts += corrected.map { constraint in
      var text = style(.strong, constraint.key) + " of \(constraint.source)\n"
      text += "a constraint of profiles that is not judged as published; findings have the rule profile/constraint\n"
      text += section("Published", constraint.published)
      text += section("Judged", constraint.expression + (constraint.place.map { "\nat \($0)" } ?? ""))
      return text + section("Reason", constraint.reason)
    }
    return parts.joined(separator: "\n")
  }

  func page(of rule: Rule) -> String {
    let explanation = rule.explanation
    var text = style(.strong, rule.id.rawValue) + "\n"
    text += wrapped.text(rule.summary, indent: 0) + "\n\n"
    text += row("Severity", rule.severity.description)
    text += row("OperationOutcome", rule.issueType.rawValue)
    text += section("What it checks", explanation.checks)
    text += section("Why it matters", explanation.matters)
    text += section("Bad", explanation.bad, isCode: true)
    text += section("Good", explanation.good, isCode: true)
    text += section("Specification", links(of: rule).joined(separator: "\n"))
    return text
  }

  /// The page of the specification in each release; a constraint has only the releases that define it.
  private func links(of rule: Rule) -> [String] {
    let page = rule.explanation.specification
    let bases = FHIRRelease.published.compactMap { SchemaTable.of($0)?.facts.specification }
    guard rule.id.group != "invariant", let base = bases.first(where: page.hasPrefix) else { return [page] }
    let name = page.dropFirst(base.count)
    // A path with a folder is a guide, which is written for one release.
    return name.contains("/") ? [page] : bases.map { $0 + name }
  }

  private func row(_ name: String, _ value: String) -> String {
    name + String(repeating: " ", count: max(1, 18 - name.utf8.count)) + value + "\n"
  }

  /// - Parameter isCode: whether its lines must not be broken.
  private func section(_ title: String, _ body: String, isCode: Bool = false) -> String {
    let lines = body.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "  " + $0 }
    let text = lines.joined(separator: "\n")
    return "\n" + style(.strong, title) + "\n" + (isCode ? text : wrapped.text(text, indent: 2)) + "\n"
  }

  func list(of rules: [Rule]) -> String {
    let rows = rules.map { [$0.id.rawValue, style(TextStyle.Look($0.severity), $0.severity.description), $0.summary] }
    return wrapped.lines(of: rows, indent: 4).map { $0 + "\n" }.joined()
  }

  /// All rules as a JSON document, with a rule on each line; or the only rule, or several rules and corrected constraints.
  func json(of rules: [Rule], _ corrected: [CorrectedConstraint]? = nil) -> String {
    func object(_ members: KeyValuePairs<String, String>) -> String {
      JSONWriter.object { writer in for (name, text) in members where !text.isEmpty { writer.member(name, text) } }
    }
    func list(_ lines: [String]) -> String { "[" + lines.map { "\n" + $0 }.joined(separator: ",") + "\n]" }
    let pages = rules.map { rule in
      object([
        "rule": rule.id.rawValue, "severity": rule.severity.description, "issueType": rule.issueType.rawValue,
        "summary": rule.summary, "checks": rule.explanation.checks, "matters": rule.explanation.matters,
        "bad": rule.explanation.bad, "good": rule.explanation.good, "specification": rule.explanation.specification,
      ])
    }
    if pages.count == 1, corrected?.isEmpty == true { return pages[0] + "\n" }
    let constraints = corrected?.map { constraint in
      object([
        "constraint": constraint.key, "source": constraint.source, "published": constraint.published,
        "judged": constraint.expression, "place": constraint.place ?? "", "reason": constraint.reason,
      ])
    }
    return "{\"formatVersion\":1,\"rules\":" + list(pages) + (constraints.map { ",\"constraints\":" + list($0) } ?? "")
      + "}\n"
  }
}

/// Resolves the names of rules that are abbreviated or misspelt.
struct RuleNames {
  let rules: [Rule]

  /// The rule with this name, else all rules that have it behind a group.
  func named(_ name: String) -> [Rule] {
    if let rule = RuleCatalog(rules)[RuleID(rawValue: name)] { return [rule] }
    return rules.filter { $0.id.rawValue.byBytes.hasSuffix("/\(name)".byBytes) }
  }

  func unknown(_ name: String) -> UsageError { unknown("rule", name, nearest(to: name)) }
  func knows(_ selector: RuleSelector) -> Bool { rules.contains { selector.selects($0.id) } }

  func unknown(_ selector: RuleSelector) -> UsageError {
    let groups = Set(rules.map { String($0.id.group) }).sorted()
    let group = Spelling.nearest(to: selector.text, among: groups + groups.map { $0 + "/*" })
    return unknown("rule or group", selector.text, nearest(to: selector.text) ?? group)
  }

  private func unknown(_ what: String, _ name: String, _ guess: String?) -> UsageError {
    let hint = guess.map { "; did you mean '\($0)'?" } ?? "; 'fhircheck rules' lists all"
    return UsageError("there is no \(what) '\(TerminalText.visible(name))'" + hint)
  }

  /// The rule with this name in any group, else the one with the most similar name.
  private func nearest(to name: String) -> String? {
    let names = rules.map(\.id.rawValue)
    if let whole = named(name).first { return whole.id.rawValue }
    if let near = Spelling.nearest(to: name, among: names) { return near }
    guard !name.utf8.contains(UInt8(ascii: "/")) else { return nil }
    let short = names.map { String(decoding: $0.utf8.drop { $0 != UInt8(ascii: "/") }.dropFirst(), as: UTF8.self) }
    let near = Spelling.nearest(to: name, among: short)
    return near.flatMap { near in short.firstIndex(of: near).map { names[$0] } }
  }
}
