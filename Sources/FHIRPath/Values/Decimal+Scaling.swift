/// Arithmetic that keeps the digits of very small and very large numbers, for units: a light year has 10^18
/// centimetres.
extension Decimal {
  /// π, and one divided by it, with all digits that fit.
  static let pi = Decimal(digits: 3_141_592_653_589_793_238_462_643_383_279_502_884, scale: 36)
  static let inversePi = Decimal(digits: 31_830_988_618_379_067_153_776_752_674_502_872_407, scale: 38)

  /// The quotient times a power of ten: exact if it ends, else with at least ``quotientPlaces`` significant digits, and
  /// as many after the point; `nil` if it does not fit, or would lose all digits.
  func divided(by divisor: UInt64, exponent: Int) -> Decimal? {
    guard divisor > 0 else { return nil }
    let divisor = UInt128(divisor)
    var (quotient, rest) = digits.magnitude.quotientAndRemainder(dividingBy: divisor)
    var places = scale - exponent
    let enough = Decimal.powerOfTen(Decimal.quotientPlaces - 1).magnitude
    let most = Decimal.powerOfTen(Decimal.maximumDigits - 2).magnitude
    while rest != 0, quotient < most, places < Decimal.maximumDigits,
      places < Decimal.quotientPlaces || quotient < enough
    {
      let digit: UInt128
      (digit, rest) = (rest * 10).quotientAndRemainder(dividingBy: divisor)
      quotient = quotient * 10 + digit
      places += 1
    }
    if rest >= divisor - rest { quotient += 1 }
    return Decimal(digits: digits < 0 ? -Int128(quotient) : Int128(quotient), scale: 0).times(powerOfTen: -places)
  }

  /// The number times a power of ten; `nil` if it does not fit, or would lose all digits.
  func times(powerOfTen exponent: Int) -> Decimal? {
    guard digits != 0 else { return Decimal(0) }
    var result = Decimal(digits: digits, scale: scale - exponent)
    while result.scale > Decimal.maximumDigits, result.digits % 10 == 0 {
      result.digits /= 10
      result.scale -= 1
    }
    if result.scale > Decimal.maximumDigits {
      let rounded = result.rounded(to: Decimal.maximumDigits)
      return rounded.digits == 0 ? nil : rounded
    }
    guard result.scale < 0 else { return result }
    guard -result.scale < Decimal.maximumDigits else { return nil }
    let (product, overflow) = result.digits.multipliedReportingOverflow(by: Decimal.powerOfTen(-result.scale))
    guard !overflow, product.magnitude < Decimal.powerOfTen(Decimal.maximumDigits).magnitude else { return nil }
    return Decimal(digits: product, scale: 0)
  }

  /// The number rounded to this many significant digits; digits before the point are kept.
  func rounded(toSignificant count: Int) -> Decimal {
    var magnitude = digits.magnitude
    var length = 0
    while magnitude > 0 {
      magnitude /= 10
      length += 1
    }
    return length > count ? rounded(to: max(0, scale - (length - count))) : self
  }
}
