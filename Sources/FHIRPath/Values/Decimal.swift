/// An exact decimal number: a whole number of up to 38 digits, divided by a power of ten.
///
/// The scale is kept as written, so `1.50` stays `1.50`; equality compares the numbers. Only ``Decimal/exponential()``
/// and similar functions convert to binary floating point.
struct Decimal: Equatable {
  /// The digits without the decimal point.
  var digits: Int128
  /// The number of digits after the decimal point.
  var scale: Int

  /// The number of digits that arithmetic can hold without loss.
  static let maximumDigits = 38

  init(digits: Int128, scale: Int) {
    self.digits = digits
    self.scale = scale
  }

  init(_ integer: Int64) {
    self.init(digits: Int128(integer), scale: 0)
  }

  static func == (first: Decimal, second: Decimal) -> Bool { first.compare(second) == 0 }

  /// Below, at or above zero, if the number is less than, equal to or greater than another.
  func compare(_ other: Decimal) -> Int {
    if scale == other.scale { return Decimal.order(digits, other.digits) }
    let common = max(scale, other.scale)
    guard let mine = rescaled(to: common) else {
      // The scaled digits of this number do not fit, but those of the other do: the sign decides.
      return digits < 0 ? -1 : 1
    }
    guard let theirs = other.rescaled(to: common) else { return other.digits < 0 ? 1 : -1 }
    return Decimal.order(mine.digits, theirs.digits)
  }

  private static func order(_ a: Int128, _ b: Int128) -> Int { a < b ? -1 : a == b ? 0 : 1 }

  /// Ten to a power from 0 to 38.
  static func powerOfTen(_ exponent: Int) -> Int128 {
    var power: Int128 = 1
    for _ in 0..<min(exponent, maximumDigits) { power &*= 10 }
    return power
  }

  /// The same number with more digits after the point, `nil` if they do not fit.
  func rescaled(to larger: Int) -> Decimal? {
    guard larger > scale else { return self }
    guard digits != 0 else { return Decimal(digits: 0, scale: larger) }
    guard larger - scale <= Decimal.maximumDigits else { return nil }
    let (product, overflow) = digits.multipliedReportingOverflow(by: Decimal.powerOfTen(larger - scale))
    return overflow ? nil : Decimal(digits: product, scale: larger)
  }

  /// The same number without trailing zeros in the fraction.
  var normalized: Decimal {
    var result = self
    while result.scale > 0, result.digits % 10 == 0 {
      result.digits /= 10
      result.scale -= 1
    }
    return result
  }

  /// The number with at most this many digits after the point, halves rounded away from zero.
  func rounded(to places: Int) -> Decimal {
    guard scale > places else { return self }
    guard scale - places <= Decimal.maximumDigits else { return Decimal(digits: 0, scale: places) }
    let divisor = Decimal.powerOfTen(scale - places)
    let (quotient, remainder) = digits.quotientAndRemainder(dividingBy: divisor)
    // The largest number is only 1.7 times 10^38, so twice a remainder might not fit.
    let isHalf = remainder.magnitude >= divisor.magnitude - remainder.magnitude
    return Decimal(digits: isHalf ? quotient + (digits < 0 ? -1 : 1) : quotient, scale: places)
  }

  /// The number rounded towards zero.
  var truncated: Int128 {
    scale == 0 ? digits : scale > Decimal.maximumDigits ? 0 : digits / Decimal.powerOfTen(scale)
  }

  /// The number if it is whole, `nil` if it has a fraction.
  var whole: Int128? {
    let normalized = normalized
    return normalized.scale == 0 ? normalized.digits : nil
  }
}
