public import FHIRModelRuntime
import FHIRPrimitives
public import Foundation

extension FHIRDecimal {
  /// The number, exactly, with the zeros that were written; `nil` when `Decimal` cannot hold it, beyond 38 digits or an
  /// exponent of 127.
  public var decimalValue: Decimal? { Decimal(exactText: text) }

  /// Makes a decimal of the same value, with the digits that a `Decimal` holds; `nil` when it is no number.
  ///
  /// A `Decimal` that comes from ``decimalValue`` keeps the zeros that were written. Arithmetic may drop them.
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
  /// Makes a number of a decimal of JSON, exactly; `nil` when that is beyond 38 digits or an exponent of 127.
  init?(exactText text: String) {
    guard let parts = DecimalParts(text), (-128...127).contains(parts.exponent),
      let significand = Decimal(string: parts.significand.magnitude.description, locale: nil)
    else { return nil }
    var value = Decimal(sign: .plus, exponent: parts.exponent, significand: significand)
    // A `Decimal` is made without zeros at its end; made like one with as many places, it gets them back.
    var place = Decimal(sign: .plus, exponent: parts.exponent, significand: 1)
    guard !value.isNaN, NSDecimalNormalize(&value, &place, .plain) == .noError, value.exponent == parts.exponent else {
      return nil
    }
    if parts.significand < 0 { value.negate() }
    self = value
  }
}
