/// Why a text is no unit.
public struct UCUMFault: Error, Hashable, Sendable {
  /// What is wrong.
  public let reason: Reason
  /// Where, in bytes of the text.
  public let range: Range<Int>

  init(_ reason: Reason, _ range: Range<Int>) {
    self.reason = reason
    self.range = range
  }

  /// What can be wrong.
  public enum Reason: Hashable, Sendable, CaseIterable {
    /// There is no text.
    case empty
    /// A character that no unit has: white space, or one beyond ASCII.
    case character
    /// A symbol that is no unit.
    case unknownSymbol
    /// A symbol that is a unit but for the prefix in front of it, which only metric units take.
    case notMetric
    /// An operator, or an opening bracket, without a unit behind it.
    case missingUnit
    /// A unit behind another without an operator between them.
    case missingOperator
    /// A sign without digits behind it.
    case missingExponent
    /// A bracket of any kind without its other half, or inside of another of its kind.
    case bracket
    /// The number zero.
    case zero
    /// A number, a power or a depth of parentheses beyond what any unit needs.
    case tooLarge

    /// What was expected instead, to go after "expected".
    public var expectation: String {
      switch self {
      case .empty: "a unit"
      case .character: "ASCII characters without white space"
      case .unknownSymbol: "the symbol of a unit"
      case .notMetric: "a prefix before metric units only"
      case .missingUnit: "a unit behind the operator"
      case .missingOperator: "'.' or '/' between two units"
      case .missingExponent: "digits behind the sign"
      case .bracket: "brackets in pairs"
      case .zero: "a positive number"
      case .tooLarge: "smaller numbers and fewer parentheses"
      }
    }
  }
}
