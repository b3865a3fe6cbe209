import FHIRPrimitives

extension RecordFacts {
  /// A decimal: its text as written in the record, and its exact value.
  public struct Number: Hashable, Sendable, CustomStringConvertible {
    /// The digits as written in the JSON: `7.50` is not `7.5`, and R4 allows `1.2e3`.
    public let text: String

    /// The exact value, `significand` times ten to the power of `exponent`, with trailing zeros kept: `7.50` is 750 and
    /// -2. `nil` for a number of more than 38 digits or an exponent beyond a million.
    public var exactValue: (significand: Int128, exponent: Int)? {
      DecimalParts(text).map { ($0.significand, $0.exponent) }
    }

    /// The nearest binary number; `nil` if it is out of range.
    public var doubleValue: Double? { Double(text).flatMap { $0.isFinite ? $0 : nil } }

    /// The digits as written in the JSON.
    public var description: String { text }

    /// - Parameter text: a number in the grammar of JSON.
    init(lexeme text: String) { self.text = text }
  }
}
