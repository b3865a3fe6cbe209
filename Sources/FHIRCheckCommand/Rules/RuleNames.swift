import FHIRDiagnostics
import FHIRReporting
import FHIRSupport

/// Resolves the names of rules that are abbreviated or misspelt.
struct RuleNames {
  let rules: [Rule]

  /// The rule with this name, else all rules that have it behind a group.
  func named(_ name: String) -> [Rule] {
    if let rule = RuleCatalog(rules)[RuleID(rawValue: name)] { return [rule] }
    return rules.filter { $0.id.rawValue.byBytes.hasSuffix("/\(name)".byBytes) }
  }

  /// An error which says that no rule has this name, and suggests the most similar one.
  func unknown(_ name: String) -> UsageError { unknown("rule", name, nearest(to: name)) }

  /// Whether a selector selects any rule.
  func knows(_ selector: RuleSelector) -> Bool { rules.contains { selector.selects($0.id) } }

  /// As ``unknown(_:)``, for a rule or a group.
  func unknown(_ selector: RuleSelector) -> UsageError {
    let groups = Set(rules.map { String($0.id.group) }).sorted()
    let group = Spelling.nearest(to: selector.text, among: groups + groups.map { $0 + "/*" })
    return unknown("rule or group", selector.text, nearest(to: selector.text) ?? group)
  }

  private func unknown(_ what: String, _ name: String, _ guess: String?) -> UsageError {
    let hint = guess.map { "; did you mean '\($0)'?" } ?? "; 'fhircheck rules' lists all"
    return UsageError(sentence: "there is no \(what) '\(TerminalText.visible(name))'" + hint)
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
