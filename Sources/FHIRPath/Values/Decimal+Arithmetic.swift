extension Decimal {
  /// The maximum number of digits after the point of a quotient.
  static let quotientPlaces = 18

  static prefix func - (number: Decimal) -> Decimal {
    // The smallest 128-bit number never occurs: see `fit`.
    Decimal(digits: 0 &- number.digits, scale: number.scale)
  }

  /// The sum, `nil` if it has too many digits.
  func adding(_ other: Decimal) -> Decimal? {
    let common = max(scale, other.scale)
    guard let mine = rescaled(to: common), let theirs = other.rescaled(to: common) else {
      return Decimal.shortened(self, other) { $0.adding($1) }
    }
    let (sum, overflow) = mine.digits.addingReportingOverflow(theirs.digits)
    return overflow ? Decimal.shortened(self, other) { $0.adding($1) } : Decimal.fit(sum, common)
  }

  /// The product, `nil` if it has too many digits before the point. A fraction that does not fit is rounded.
  func multiplied(by other: Decimal) -> Decimal? {
    let (product, overflow) = digits.multipliedReportingOverflow(by: other.digits)
    if !overflow { return Decimal.fit(product, scale + other.scale) }
    return Decimal.shortened(self, other) { $0.multiplied(by: $1) }
  }

  /// The quotient, exact if it ends within ``quotientPlaces`` digits after the point, else rounded there; `nil` for a
  /// divisor of zero and for numbers with too many digits.
  func divided(by other: Decimal) -> Decimal? {
    guard other.digits != 0 else { return nil }
    guard let (numerator, denominator, _) = Decimal.sameScale(self, other) else { return nil }
    var quotient = numerator / denominator
    let divisor = denominator.magnitude
    var rest = (numerator % denominator).magnitude
    let isNegative = (numerator < 0) != (denominator < 0)
    var scale = 0
    // Long division, digit by digit, until the remainder is zero or no more digits fit.
    while rest != 0, scale < Decimal.quotientPlaces {
      let (shifted, isLarge) = rest.multipliedReportingOverflow(by: 10)
      let (longer, isFull) = quotient.multipliedReportingOverflow(by: 10)
      if isLarge || isFull { break }
      let digit = Int128(truncatingIfNeeded: shifted / divisor)
      let (sum, isOver) = longer.addingReportingOverflow(isNegative ? -digit : digit)
      if isOver { break }
      quotient = sum
      rest = shifted % divisor
      scale += 1
    }
    if rest != 0, rest >= divisor - rest { quotient &+= isNegative ? -1 : 1 }
    return Decimal.fit(quotient, scale)
  }

  /// The whole part of a quotient, and the remainder with the sign of the dividend.
  func quotientAndRemainder(dividingBy other: Decimal) -> (quotient: Int128, remainder: Decimal)? {
    guard other.digits != 0, let (numerator, denominator, scale) = Decimal.sameScale(self, other) else { return nil }
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    return (quotient, Decimal(digits: remainder, scale: scale))
  }

  /// The digits of both with a common scale, and that scale.
  private static func sameScale(_ a: Decimal, _ b: Decimal) -> (Int128, Int128, Int)? {
    let common = max(a.scale, b.scale)
    if let first = a.rescaled(to: common), let second = b.rescaled(to: common) {
      return (first.digits, second.digits, common)
    }
    let (a, b) = (a.normalized, b.normalized)
    let least = max(a.scale, b.scale)
    guard let first = a.rescaled(to: least), let second = b.rescaled(to: least) else { return nil }
    return (first.digits, second.digits, least)
  }

  /// Tries again with fewer digits after the point, of the operand that has more of them.
  private static func shortened(
    _ a: Decimal, _ b: Decimal, _ operation: (Decimal, Decimal) -> Decimal?
  ) -> Decimal? {
    if a.scale == 0, b.scale == 0 { return nil }
    if a.scale >= b.scale { return operation(a.rounded(to: a.scale - 1), b) }
    return operation(a, b.rounded(to: b.scale - 1))
  }

  /// A number of at most ``maximumDigits`` digits, so that later steps have room for the sign.
  private static func fit(_ digits: Int128, _ scale: Int) -> Decimal? {
    var result = Decimal(digits: digits, scale: scale)
    let limit = powerOfTen(maximumDigits)
    while result.digits >= limit || result.digits <= -limit || result.scale > maximumDigits {
      guard result.scale > 0 else { return nil }
      result = result.rounded(to: result.scale - 1)
    }
    return result
  }
}
