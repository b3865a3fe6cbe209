import FHIRPrimitives

extension FHIRDecimal {
  /// Makes a decimal with the fewest digits that identify the binary number; `nil` if it is not a number or infinite.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    self.init(DecimalText.text(of: value))
  }
}

extension Double {
  /// Makes the binary number that equals the decimal; `nil` if there is none, as for `0.1`. The nearest one is
  /// ``FHIRDecimal/doubleValue``.
  public init?(exactly decimal: FHIRDecimal) {
    guard let value = DecimalParts(decimal.text)?.exactDouble else { return nil }
    self = value
  }
}
