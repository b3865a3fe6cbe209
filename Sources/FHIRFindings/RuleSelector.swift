/// Selects rules by name: one, those of a group, or all.
///
/// `structure/unknown-element` is one rule, `structure/*` or `structure` a group, `*` is all.
public struct RuleSelector: Sendable, Hashable {
  /// How specific a selector is; if two fit, the more specific one wins.
  enum Extent: Sendable, Comparable { case all, group, rule }

  /// The selector as written.
  public let text: String
  let extent: Extent
  /// The name of the rule, or of the group with its slash.
  private let name: String

  /// Reads a selector. It may name rules that do not exist: test each rule of a catalogue with ``selects(_:)``.
  public init(_ text: String) {
    self.text = text
    if text == "*" {
      (extent, name) = (.all, "")
    } else if text.hasSuffix("/*") {
      (extent, name) = (.group, String(text.dropLast()))
    } else if text.contains("/") {
      (extent, name) = (.rule, text)
    } else {
      (extent, name) = (.group, text + "/")
    }
  }

  /// Whether a rule is selected.
  public func selects(_ rule: RuleID) -> Bool {
    switch extent {
    case .all: true
    case .group: rule.rawValue.utf8.starts(with: name.utf8)
    case .rule: rule.rawValue.utf8.elementsEqual(name.utf8)
    }
  }
}
