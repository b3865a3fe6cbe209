/// A regular expression that must match a whole text, in time linear in the text; see ``RegularExpression``.
package struct WholePattern: Sendable {
  private let expression: RegularExpression

  /// - Returns: `nil` if the pattern is invalid, or uses a refused construct.
  package init?(_ pattern: String) {
    var pattern = pattern
    guard let expression = pattern.withUTF8({ try? RegularExpression($0) }) else { return nil }
    self.expression = expression
  }

  /// The maximum cost of matching for each character of a text.
  package var cost: Int { expression.cost }

  /// Whether all of a text matches.
  package func matches(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { expression.matches($0, isWhole: true) }
  }
}
