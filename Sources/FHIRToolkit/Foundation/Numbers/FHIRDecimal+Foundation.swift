public import FHIRModelRuntime
import FHIRPrimitives
public import Foundation

extension FHIRDecimal {
  /// The exact number, with trailing zeros as written; `nil` if `Decimal` cannot hold it, beyond 38 digits or an
  /// exponent of 127.
  public var decimalValue: Decimal? { Decimal(exactText: text) }

  /// Makes a decimal of the same value, with the digits of a `Decimal`; `nil` for NaN.
  ///
  /// A `Decimal` from ``decimalValue`` keeps its trailing zeros. Arithmetic may drop them.
  public init?(_ decimal: Decimal) {
    guard !decimal.isNaN else { return nil }
    var digits = decimal.significand.description
    if decimal.exponent > 0 {
      if !decimal.isZero { digits += String(repeating: "0", count: decimal.exponent) }
    } else if decimal.exponent < 0 {
      let missing = -decimal.exponent + 1 - digits.utf8.count
      if missing > 0 { digits = String(repeating: "0", count: missing) + digits }
      digits.insert(".", at: digits.index(digits.endIndex, offsetBy: decimal.exponent))
    }
    self.init(decimal.isSignMinus && !decimal.isZero ? "-" + digits : digits)
  }
}

extension Decimal {
  /// Makes a number from a decimal of JSON, exactly; `nil` beyond 38 digits or an exponent of 127.
  init?(exactText text: String) {
    guard let parts = DecimalParts(text), (-128...127).contains(parts.exponent),
      let significand = Decimal(string: parts.significand.magnitude.description, locale: nil)
    else { return nil }
    var value = Decimal(sign: .plus, exponent: parts.exponent, significand: significand)
    // `Decimal` drops trailing zeros when it is created; the scale of another decimal restores them.
    var place = Decimal(sign: .plus, exponent: parts.exponent, significand: 1)
    guard !value.isNaN, NSDecimalNormalize(&value, &place, .plain) == .noError, value.exponent == parts.exponent else {
      return nil
    }
    if parts.significand < 0 { value.negate() }
    self = value
  }
}
