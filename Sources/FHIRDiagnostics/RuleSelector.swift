/// Some rules by name: one, those of a group, or all.
///
/// `structure/unknown-element` is one rule, `structure/*` or `structure` a group, `*` is all.
public struct RuleSelector: Sendable, Hashable {
  /// How much a selector says; of two that fit, the one that says more counts.
  enum Extent: Int, Sendable, Comparable {
    case all, group, rule

    static func < (a: Extent, b: Extent) -> Bool { a.rawValue < b.rawValue }
  }

  /// The selector as it was written.
  public let text: String
  let extent: Extent
  /// The name of the rule, or of the group with its slash.
  private let name: String

  /// Reads a selector. Whether there are such rules is for the catalogue to say: ``selects(_:)`` any of them.
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

  /// Whether a rule is one of these.
  public func selects(_ rule: RuleID) -> Bool {
    switch extent {
    case .all: true
    case .group: rule.rawValue.utf8.starts(with: name.utf8)
    case .rule: rule.rawValue.utf8.elementsEqual(name.utf8)
    }
  }
}
