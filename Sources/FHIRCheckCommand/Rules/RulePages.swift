import FHIRDiagnostics
import FHIRSchema
import FHIRValidation
import FHIRReporting

/// The output of `fhircheck explain` and `fhircheck rules`.
struct RulePages {
  let rules: [Rule]
  let style: TextStyle

  /// The page of one rule.
  func page(of rule: Rule) -> String {
    let explanation = rule.explanation
    var text = style(.strong, rule.id.rawValue) + "\n"
    text += rule.summary + "\n\n"
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
    return "\n" + style(.strong, title) + "\n" + lines.joined(separator: "\n") + "\n"
  }

  /// All rules in columns.
  func list() -> String {
    let names = rules.map(\.id.rawValue.utf8.count).max() ?? 0
    let severities = rules.map(\.severity.description.utf8.count).max() ?? 0
    var text = ""
    for rule in rules {
      let severity = rule.severity.description
      text += rule.id.rawValue + String(repeating: " ", count: names - rule.id.rawValue.utf8.count + 2)
      text += style(TextStyle.Look(rule.severity), severity)
      text += String(repeating: " ", count: severities - severity.utf8.count + 2) + rule.summary + "\n"
    }
    return text
  }

  /// One rule as a JSON object.
  func json(of rule: Rule) -> String {
    var writer = JSONWriter()
    write(rule, to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }

  /// All rules as a JSON document, with a rule on each line.
  func jsonList() -> String {
    let lines = rules.map { rule in
      var writer = JSONWriter()
      write(rule, to: &writer)
      return "\n" + String(decoding: writer.bytes, as: UTF8.self)
    }
    return "{\"formatVersion\":1,\"rules\":[" + lines.joined(separator: ",") + "\n]}\n"
  }

  private func write(_ rule: Rule, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("rule", rule.id.rawValue)
      writer.member("severity", rule.severity.description)
      writer.member("issueType", rule.issueType.rawValue)
      writer.member("summary", rule.summary)
      writer.member("checks", rule.explanation.checks)
      writer.member("matters", rule.explanation.matters)
      writer.member("bad", rule.explanation.bad)
      writer.member("good", rule.explanation.good)
      writer.member("specification", rule.explanation.specification)
    }
  }
}
