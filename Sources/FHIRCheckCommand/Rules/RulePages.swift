import FHIRDiagnostics
import FHIRProfiles
import FHIRSchema
import FHIRValidation
import FHIRReporting

/// The output of `fhircheck explain` and `fhircheck rules`.
struct RulePages {
  let rules: [Rule]
  let style: TextStyle
  /// Breaks lines for the terminal.
  let wrapped: WrappedText

  /// The page of the only rule, or the list of several, and the constraints of profiles with the same name that are not
  /// judged as published.
  func pages(of rules: [Rule], _ corrected: [CorrectedConstraint]) -> String {
    var parts =
      rules.isEmpty
      ? [] : [rules.count == 1 ? page(of: rules[0]) : RulePages(rules: rules, style: style, wrapped: wrapped).list()]
    parts += corrected.map { constraint in
      var text = style(.strong, constraint.key) + " of \(constraint.source)\n"
      text += "a constraint of profiles that is not judged as published; findings have the rule profile/constraint\n"
      text += section("Published", constraint.published)
      text += section("Judged", constraint.expression + (constraint.place.map { "\nat \($0)" } ?? ""))
      return text + section("Reason", constraint.reason)
    }
    return parts.joined(separator: "\n")
  }

  /// The page of one rule.
  func page(of rule: Rule) -> String {
    let explanation = rule.explanation
    var text = style(.strong, rule.id.rawValue) + "\n"
    text += wrapped.text(rule.summary, indent: 0) + "\n\n"
    text += row("Severity", rule.severity.description)
    text += row("OperationOutcome", rule.issueType.rawValue)
    text += section("What it checks", explanation.checks)
    text += section("Why it matters", explanation.matters)
    text += section("Bad", explanation.bad)
    text += section("Good", explanation.good)
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

  private func section(_ title: String, _ body: String) -> String {
    let lines = body.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "  " + $0 }
    return "\n" + style(.strong, title) + "\n" + wrapped.text(lines.joined(separator: "\n"), indent: 2) + "\n"
  }

  /// All rules in columns.
  func list() -> String { wrapped.text(columns, indent: 4) }

  private var columns: String {
    let names = rules.map(\.id.rawValue.utf8.count).max() ?? 0
    let severities = rules.map(\.severity.description.utf8.count).max() ?? 0
    func spaces(_ width: Int, after text: String) -> String {
      String(repeating: " ", count: width - text.utf8.count + 2)
    }
    return rules.map { rule in
      let (name, severity) = (rule.id.rawValue, rule.severity.description)
      return name + spaces(names, after: name) + style(TextStyle.Look(rule.severity), severity)
        + spaces(severities, after: severity) + rule.summary + "\n"
    }.joined()
  }

  /// The only rule as a JSON object, or a JSON document of several rules and corrected constraints.
  func json(of rules: [Rule], _ corrected: [CorrectedConstraint]) -> String {
    if rules.count == 1, corrected.isEmpty { return json(of: rules[0]) }
    let constraints = corrected.map { constraint in
      JSONWriter.object { writer in
        let members = [
          ("constraint", constraint.key), ("source", constraint.source), ("published", constraint.published),
          ("judged", constraint.expression), ("place", constraint.place ?? ""), ("reason", constraint.reason),
        ]
        for (name, text) in members where !text.isEmpty { writer.member(name, text) }
      }
    }
    return "{\"formatVersion\":1,\"rules\":[" + rules.map { "\n" + json(of: $0).dropLast() }.joined(separator: ",")
      + "\n],\"constraints\":[" + constraints.map { "\n" + $0 }.joined(separator: ",") + "\n]}\n"
  }

  /// One rule as a JSON object.
  func json(of rule: Rule) -> String {
    let members = [
      ("rule", rule.id.rawValue), ("severity", rule.severity.description), ("issueType", rule.issueType.rawValue),
      ("summary", rule.summary), ("checks", rule.explanation.checks), ("matters", rule.explanation.matters),
      ("bad", rule.explanation.bad), ("good", rule.explanation.good), ("specification", rule.explanation.specification),
    ]
    return JSONWriter.object { writer in for (name, text) in members { writer.member(name, text) } } + "\n"
  }

  /// All rules as a JSON document, with a rule on each line.
  func jsonList() -> String {
    "{\"formatVersion\":1,\"rules\":[" + rules.map { "\n" + json(of: $0).dropLast() }.joined(separator: ",") + "\n]}\n"
  }
}
