/// An exact decimal number: a whole number of up to 38 digits, divided by a power of ten. The scale is kept as written,
/// so `1.50` stays `1.50`; equality compares the numbers. Only functions such as `exp()` convert to binary floating point.
struct Decimal: Equatable {
  var digits: Int128
  /// The number of digits after the decimal point.
  var scale: Int

  /// The number of digits that arithmetic can hold without loss.
  static let maximumDigits = 38

  init(digits: Int128, scale: Int) { (self.digits, self.scale) = (digits, scale) }

  init(_ integer: Int64) { self.init(digits: Int128(integer), scale: 0) }

  static func == (first: Decimal, second: Decimal) -> Bool { first.compare(second) == 0 }

  /// Below, at or above zero, if the number is less than, equal to or greater than another.
  func compare(_ other: Decimal) -> Int {
    let common = max(scale, other.scale)
    guard let mine = rescaled(to: common) else {
      // The scaled digits of this number do not fit, but those of the other do: the sign decides.
      return digits < 0 ? -1 : 1
    }
    guard let theirs = other.rescaled(to: common) else { return other.digits < 0 ? 1 : -1 }
    return mine.digits < theirs.digits ? -1 : mine.digits == theirs.digits ? 0 : 1
  }

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

  var truncated: Int128 { scale == 0 ? digits : scale > Decimal.maximumDigits ? 0 : digits / Decimal.powerOfTen(scale) }

  /// The number if it is whole, `nil` if it has a fraction.
  var whole: Int128? {
    let normalized = normalized
    return normalized.scale == 0 ? normalized.digits : nil
  }

  /// The maximum number of digits after the point of a quotient.
  static let quotientPlaces = 18

  static prefix func - (number: Decimal) -> Decimal {
    // The smallest 128-bit number never occurs: see `fit`.
    Decimal(digits: 0 &- number.digits, scale: number.scale)
  }

  /// The sum, `nil` if it has too many digits.
  func adding(_ other: Decimal) -> Decimal? {
    let common = max(scale, other.scale)
    if let mine = rescaled(to: common), let theirs = other.rescaled(to: common) {
      let (sum, overflow) = mine.digits.addingReportingOverflow(theirs.digits)
      if !overflow { return Decimal.fit(sum, common) }
    }
    return Decimal.shortened(self, other) { $0.adding($1) }
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
    for (a, b) in [(a, b), (a.normalized, b.normalized)] {
      let common = max(a.scale, b.scale)
      if let first = a.rescaled(to: common), let second = b.rescaled(to: common) {
        return (first.digits, second.digits, common)
      }
    }
    return nil
  }

  /// Tries again with fewer digits after the point, of the operand that has more of them.
  private static func shortened(_ a: Decimal, _ b: Decimal, _ operation: (Decimal, Decimal) -> Decimal?) -> Decimal? {
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

extension Decimal: CustomStringConvertible {
  /// Reads digits with a sign, a fraction and an exponent, of which all but the first digit are optional; `nil` for
  /// anything else, and for a number of more than ``maximumDigits`` digits.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    let isNegative = text.first == UInt8(ascii: "-")
    let start = isNegative || text.first == UInt8(ascii: "+") ? 1 : 0
    var value: Int128 = 0
    // The scale is negative before the point.
    var (index, count, scale) = (start, 0, -1)
    while index < text.count {
      let c = text[index]
      if Lexer.isDigit(c) {
        if value != 0 || c != UInt8(ascii: "0") { count += 1 }
        if scale >= 0 { scale += 1 }
        // Zeros after the last digit that fits do not change the number.
        guard count <= Decimal.maximumDigits, scale <= Decimal.maximumDigits else { return nil }
        value = value &* 10 &+ Int128(c &- 0x30)
      } else if c == UInt8(ascii: "."), scale < 0, index > start {
        scale = 0
        guard index + 1 < text.count, Lexer.isDigit(text[index + 1]) else { return nil }
      } else {
        break
      }
      index += 1
    }
    guard index > start else { return nil }
    self.init(digits: isNegative ? -value : value, scale: max(scale, 0))
    guard index < text.count else { return }
    guard let exponent = Decimal.exponent(text, from: index) else { return nil }
    self.scale -= exponent
    if digits == 0 {
      self.scale = max(0, min(self.scale, Decimal.maximumDigits))
    } else {
      guard let number = inRange, number.scale <= Decimal.maximumDigits else { return nil }
      self = number
    }
  }

  init?(_ text: String) {
    var text = text
    guard let number = text.withUTF8({ Decimal($0) }) else { return nil }
    self = number
  }

  private static func exponent(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard text[start] | 0x20 == UInt8(ascii: "e") else { return nil }
    var digits = text[(start + 1)...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
    guard !digits.isEmpty, digits.allSatisfy(Lexer.isDigit) else { return nil }
    let exponent = digits.reduce(0) { min($0 * 10 + Int($1 &- 0x30), 1000) }
    return isNegative ? -exponent : exponent
  }

  /// The same number with zeros in place of a scale below 0, and without those zeros at its end that are too many for
  /// its scale; `nil` if it does not fit.
  private var inRange: Decimal? {
    var result = self
    while result.scale > Decimal.maximumDigits, result.digits % 10 == 0 {
      result.digits /= 10
      result.scale -= 1
    }
    guard result.scale < 0 else { return result }
    guard -result.scale < Decimal.maximumDigits else { return nil }
    let (product, overflow) = result.digits.multipliedReportingOverflow(by: Decimal.powerOfTen(-result.scale))
    guard !overflow, product.magnitude < Decimal.powerOfTen(Decimal.maximumDigits).magnitude else { return nil }
    return Decimal(digits: product, scale: 0)
  }

  /// The number in FHIRPath notation, with its scale.
  var description: String {
    let text = String(digits.magnitude)
    let sign = digits < 0 ? "-" : ""
    guard scale > 0 else { return sign + text }
    let padded = String(repeating: "0", count: max(0, scale + 1 - text.utf8.count)) + text
    return sign + padded.dropLast(scale) + "." + padded.suffix(scale)
  }
}

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
    guard let result = Decimal(digits: digits, scale: scale - exponent).inRange else { return nil }
    guard result.scale > Decimal.maximumDigits else { return result }
    let rounded = result.rounded(to: Decimal.maximumDigits)
    return rounded.digits == 0 ? nil : rounded
  }

  /// The number rounded to this many significant digits; digits before the point are kept.
  func rounded(toSignificant count: Int) -> Decimal {
    let length = digits == 0 ? 0 : String(digits.magnitude).utf8.count
    return length > count ? rounded(to: max(0, scale - (length - count))) : self
  }
}
