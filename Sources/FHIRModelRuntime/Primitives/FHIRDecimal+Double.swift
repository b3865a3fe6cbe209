import FHIRPrimitives

extension FHIRDecimal {
  /// Makes a decimal with as few digits as give the same binary number back; `nil` for what is no number or infinite.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    self.init(DecimalText.text(of: value))
  }
}

extension Double {
  /// Makes the binary number that is exactly the decimal; `nil` where there is none, as for `0.1`. The nearest one is
  /// ``FHIRDecimal/doubleValue``.
  public init?(exactly decimal: FHIRDecimal) {
    guard let value = DecimalParts(decimal.text)?.exactDouble else { return nil }
    self = value
  }
}
