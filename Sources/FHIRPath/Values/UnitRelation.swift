import UCUM

/// How values of one unit are converted to another, in exact decimals.
///
/// ```text
/// other = (value + offset) × numerator / denominator × 10^exponent × π^piPower - otherOffset
/// ```
struct UnitRelation {
  private var numerator: UInt64
  private var denominator: UInt64
  private var exponent = 0
  private var piPower = 0
  /// Whether the fraction is exact, not the nearest one of 64 bits.
  private var isRational = true
  /// The zero point of an interval scale, such as that of degrees Celsius.
  private var offset: Decimal?
  private var otherOffset: Decimal?

  /// The relation of units that are multiples of each other; the numbers are not zero.
  init(numerator: UInt64, denominator: UInt64) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// `nil` if the units have different dimensions, or if values of one of them are logarithms or similar.
  init?(from unit: UCUMUnit, to other: UCUMUnit) {
    guard unit.isCommensurable(with: other) else { return nil }
    if unit == other {
      self.init(numerator: 1, denominator: 1)
      return
    }
    let factor = unit.factor / other.factor
    self.init(numerator: factor.numerator, denominator: factor.denominator)
    exponent = factor.exponent
    piPower = factor.piPower
    isRational = factor.isExact
    guard numerator > 0, denominator > 0, abs(exponent) < 1_000, abs(piPower) < 100 else { return nil }
    if case (.ratio, .ratio) = (unit.scale, other.scale) { return }
    guard let zero = UnitRelation.offset(of: unit.scale), let otherZero = UnitRelation.offset(of: other.scale) else {
      return nil
    }
    (offset, otherOffset) = (zero, otherZero)
  }

  private static func offset(of scale: UCUMUnit.Scale) -> Decimal? {
    switch scale {
    case .ratio: Decimal(0)
    case .interval(let offset):
      Decimal(digits: Int128(offset.numerator), scale: 0).divided(by: offset.denominator, exponent: offset.exponent)
    case .special: nil
    }
  }

  /// Whether the units have different zero points.
  var hasOffset: Bool { offset != nil }

  /// Whether the relation is an exact fraction; one with π is not.
  var isExact: Bool { isRational && piPower == 0 }

  /// The inverse relation.
  var inverse: UnitRelation {
    var inverse = self
    (inverse.numerator, inverse.denominator) = (denominator, numerator)
    (inverse.exponent, inverse.piPower) = (-exponent, -piPower)
    (inverse.offset, inverse.otherOffset) = (otherOffset, offset)
    return inverse
  }

  /// Whether one of the first unit is at least one of the other.
  var isAtLeastOne: Bool {
    var ratio = self
    (ratio.offset, ratio.otherOffset) = (nil, nil)
    return ratio.compare(Decimal(1), Decimal(1)).map { $0 >= 0 } ?? (exponent >= 0)
  }

  /// A value in the other unit; `nil` if a decimal cannot hold it.
  func apply(_ value: Decimal) -> Decimal? {
    var product = value
    if let offset {
      guard let sum = product.adding(offset) else { return nil }
      product = sum
    }
    for _ in 0..<abs(piPower) {
      guard let next = product.multiplied(by: piPower > 0 ? Decimal.pi : Decimal.inversePi) else { return nil }
      product = next
    }
    guard let multiple = product.multiplied(by: Decimal(digits: Int128(numerator), scale: 0)),
      var result = multiple.divided(by: denominator, exponent: exponent)
    else { return nil }
    if !isExact { result = result.rounded(toSignificant: UnitRelation.sureDigits) }
    guard let sum = otherOffset.map({ result.adding(-$0) }) ?? result else { return nil }
    return sum.normalized
  }

  /// Below, at or above zero, if a value is less than, equal to or greater than one of the other unit.
  func compare(_ value: Decimal, _ other: Decimal) -> Int? {
    guard isExact else {
      // Values that differ only after the reliable digits are equal.
      guard let converted = apply(value) else { return nil }
      let (a, b) = (
        converted.rounded(toSignificant: UnitRelation.sureDigits), other.rounded(toSignificant: UnitRelation.sureDigits)
      )
      return a.compare(b)
    }
    guard let first = offset.map({ value.adding($0) }) ?? value,
      let second = otherOffset.map({ other.adding($0) }) ?? other,
      // Multiplies both sides, so that no quotient is rounded.
      let x = first.multiplied(by: Decimal(digits: Int128(numerator), scale: 0)),
      let y = second.multiplied(by: Decimal(digits: Int128(denominator), scale: 0))
    else { return nil }
    if exponent >= 0 {
      // A side with more than 38 digits is farther from zero than any other: its sign decides.
      guard let scaled = x.times(powerOfTen: exponent) else { return x.digits < 0 ? -1 : 1 }
      return scaled.compare(y)
    }
    guard let scaled = y.times(powerOfTen: -exponent) else { return y.digits < 0 ? 1 : -1 }
    return x.compare(scaled)
  }

  /// The reliable digits of a 64-bit fraction, less a margin for a few steps.
  private static let sureDigits = 17
}
