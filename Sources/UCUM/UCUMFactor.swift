/// A positive number that relates two units, stored as a fraction with separate powers of ten and of π.
///
/// ```text
/// numerator / denominator × 10^exponent × π^piPower
/// ```
///
/// So `[in_i]` is 254 × 10⁻⁴ m and `deg` is 1/18 × 10⁻¹ × π rad, both exact. A number that does not fit into 64 bits is
/// rounded, and ``isExact`` is then `false`.
public struct UCUMFactor: Hashable, Sendable {
  /// The numerator; not a multiple of ten.
  public private(set) var numerator: UInt64
  /// The denominator; not a multiple of ten, and without a common factor with the numerator.
  public private(set) var denominator: UInt64
  /// The power of ten.
  public private(set) var exponent: Int
  /// The power of π.
  public private(set) var piPower: Int
  /// Whether nothing was rounded.
  public private(set) var isExact: Bool

  /// One.
  public static let one = UCUMFactor(1)
  static let pi = UCUMFactor(numerator: 1, denominator: 1, exponent: 0, piPower: 1, isExact: true)

  /// A whole number times a power of ten; `number` is not zero.
  init(_ number: UInt64, exponent: Int = 0) {
    self.init(numerator: number, denominator: 1, exponent: exponent, piPower: 0, isExact: true)
  }

  private init(numerator: UInt64, denominator: UInt64, exponent: Int, piPower: Int, isExact: Bool) {
    (self.numerator, self.denominator) = (numerator, denominator)
    (self.exponent, self.piPower, self.isExact) = (exponent, piPower, isExact)
    while self.numerator.isMultiple(of: 10), self.numerator > 0 {
      self.numerator /= 10
      self.exponent += 1
    }
    while self.denominator.isMultiple(of: 10), self.denominator > 0 {
      self.denominator /= 10
      self.exponent -= 1
    }
  }

  /// One divided by the number.
  public var inverse: UCUMFactor {
    UCUMFactor(numerator: denominator, denominator: numerator, exponent: -exponent, piPower: -piPower, isExact: isExact)
  }

  /// The product.
  public static func * (first: UCUMFactor, second: UCUMFactor) -> UCUMFactor {
    // Removes common factors crosswise first, so that exact products stay small.
    let left = greatestCommonDivisor(first.numerator, second.denominator)
    let right = greatestCommonDivisor(second.numerator, first.denominator)
    let top = product(first.numerator / left, second.numerator / right)
    let bottom = product(first.denominator / right, second.denominator / left)
    return UCUMFactor(
      numerator: top.value, denominator: bottom.value,
      exponent: first.exponent + second.exponent + top.exponent - bottom.exponent,
      piPower: first.piPower + second.piPower,
      isExact: first.isExact && second.isExact && top.isExact && bottom.isExact)
  }

  /// The quotient.
  public static func / (first: UCUMFactor, second: UCUMFactor) -> UCUMFactor { first * second.inverse }

  func raised(to power: Int) -> UCUMFactor {
    var base = power < 0 ? inverse : self
    var rest = power.magnitude
    var result = UCUMFactor.one
    while rest > 0 {
      if rest & 1 == 1 { result = result * base }
      rest >>= 1
      if rest > 0 { base = base * base }
    }
    return result
  }

  /// The nearest floating-point number, to about fifteen digits.
  public var double: Double {
    var value = Double(numerator) / Double(denominator)
    var power = piPower
    while power > 0 { (value, power) = (value * .pi, power - 1) }
    while power < 0 { (value, power) = (value / .pi, power + 1) }
    // Powers of ten up to the 22nd are exact, so that a division by one rounds once.
    var rest = exponent.magnitude
    while rest > 0, value != 0, value.isFinite {
      let step = min(rest, 22)
      let ten = (0..<step).reduce(1.0) { power, _ in power * 10 }
      value = exponent < 0 ? value / ten : value * ten
      rest -= step
    }
    return value
  }

  /// The product of two whole numbers, rounded to a multiple of a power of ten if it does not fit.
  private static func product(_ first: UInt64, _ second: UInt64) -> (value: UInt64, exponent: Int, isExact: Bool) {
    var (high, low) = first.multipliedFullWidth(by: second)
    var (exponent, isExact) = (0, true)
    while high > 0 {
      // Long division by ten; the remainder of the high word carries into the low word.
      let (top, rest) = high.quotientAndRemainder(dividingBy: 10)
      let (bottom, digit) = UInt64(10).dividingFullWidth((rest, low))
      (high, low) = (top, bottom)
      exponent += 1
      if digit != 0 { isExact = false }
    }
    return (low, exponent, isExact)
  }

  private static func greatestCommonDivisor(_ first: UInt64, _ second: UInt64) -> UInt64 {
    var (larger, smaller) = (first, second)
    while smaller > 0 { (larger, smaller) = (smaller, larger % smaller) }
    return max(larger, 1)
  }

  /// A whole number of any length, which does not begin with zero, rounded to nineteen digits; `nil` for no digits.
  init?(digits: Slice<UnsafeBufferPointer<UInt8>>) {
    guard !digits.isEmpty else { return nil }
    var number: UInt64 = 0
    for digit in digits.prefix(19) { number = number * 10 + UInt64(digit - UInt8(ascii: "0")) }
    let rest = digits.dropFirst(19)
    self.init(
      numerator: number, denominator: 1, exponent: rest.count, piPower: 0,
      isExact: rest.allSatisfy { $0 == UInt8(ascii: "0") })
  }

  /// Reads a positive decimal in the notation of the definitions: `12`, `2.54`, `980665e-5`; `nil` for anything else.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    let parts = text.split(separator: UInt8(ascii: "e"))
    let digits = parts.first?.split(separator: UInt8(ascii: ".")) ?? []
    guard parts.count <= 2, digits.count <= 2,
      let number = UInt64(String(decoding: digits.joined(), as: UTF8.self)), number > 0,
      let power = parts.count < 2 ? 0 : Int(String(decoding: parts[1], as: UTF8.self))
    else { return nil }
    self.init(number, exponent: power - (digits.count < 2 ? 0 : digits[1].count))
  }
}
