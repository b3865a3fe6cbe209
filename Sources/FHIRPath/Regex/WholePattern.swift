/// A regular expression that a whole text has to match, in time linear in the text; see ``RegularExpression``.
package struct WholePattern: Sendable {
  private let expression: RegularExpression

  /// - Returns: `nil` where the pattern is none, or is one of the kinds that are refused.
  package init?(_ pattern: String) {
    var pattern = pattern
    guard let expression = pattern.withUTF8({ try? RegularExpression($0) }) else { return nil }
    self.expression = expression
  }

  /// What matching costs for each character of a text, at most.
  package var cost: Int { expression.cost }

  /// Whether all of a text matches.
  package func matches(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { expression.matches($0, isWhole: true) }
  }
}
