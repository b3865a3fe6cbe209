#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The functions whose results a decimal cannot represent exactly: computed in binary floating point, and rounded to
/// the shortest digits that identify the double.
extension Decimal {
  var double: Double { Double(description) ?? .nan }

  /// The shortest decimal that identifies the double, `nil` if it is not finite or too long.
  init?(shortest double: Double) {
    guard double.isFinite, let number = Decimal("\(double)") else { return nil }
    self = number
  }

  func exponential() -> Decimal? { Decimal(shortest: exp(double)) }

  /// The natural logarithm, `nil` for a number that is not above zero.
  func naturalLogarithm() -> Decimal? { digits > 0 ? Decimal(shortest: log(double)) : nil }

  /// The logarithm to a base.
  func logarithm(_ base: Decimal) -> Decimal? {
    guard digits > 0, base.digits > 0, base.compare(Decimal(1)) != 0 else { return nil }
    let quotient = log(double) / log(base.double)
    // A power of the base has a whole logarithm, which a quotient of doubles may miss slightly.
    let nearest = quotient.rounded()
    if abs(quotient - nearest) < 1e-9, pow(base.double, nearest) == double { return Decimal(shortest: nearest) }
    return Decimal(shortest: quotient)
  }

  func squareRoot() -> Decimal? { digits < 0 ? nil : Decimal(shortest: double.squareRoot()) }

  /// A power; exact for whole exponents if it fits, `nil` if it is undefined.
  func raised(to exponent: Decimal) -> Decimal? {
    if let whole = exponent.whole, whole >= 0, whole <= 1024 {
      var result = Decimal(1)
      for _ in 0..<Int(whole) {
        guard let next = result.multiplied(by: self) else { return nil }
        result = next
      }
      return result
    }
    if digits == 0, exponent.digits < 0 { return nil }
    return Decimal(shortest: pow(double, exponent.double))
  }
}
