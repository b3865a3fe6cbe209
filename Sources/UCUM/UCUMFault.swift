/// Why a text is not a unit.
public struct UCUMFault: Error, Hashable, Sendable {
  /// The kind of fault.
  public let reason: Reason
  /// The place of the fault, in bytes of the text.
  public let range: Range<Int>

  init(_ reason: Reason, _ range: Range<Int>) { (self.reason, self.range) = (reason, range) }

  /// The kinds of faults.
  public enum Reason: Hashable, Sendable, CaseIterable {
    /// The text is empty.
    case empty
    /// A character that no unit has: white space, or one beyond ASCII.
    case character
    /// A symbol that is not a unit.
    case unknownSymbol
    /// A symbol with a prefix, although only metric units have prefixes and this unit is not metric.
    case notMetric
    /// An operator, or an opening bracket, without a unit after it.
    case missingUnit
    /// A unit directly after another without an operator between them.
    case missingOperator
    /// A sign without digits after it.
    case missingExponent
    /// A bracket of any kind without its counterpart, or inside another of its kind.
    case bracket
    /// The number zero.
    case zero
    /// A number, a power or a nesting of parentheses beyond what any unit needs.
    case tooLarge

    /// The expected form, to follow "expected".
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
