import UCUM

/// How values of one unit become values of another, in exact decimals.
///
/// ```text
/// other = (value + offset) × numerator / denominator × 10^exponent × π^piPower - otherOffset
/// ```
struct UnitRelation {
  private var numerator: UInt64
  private var denominator: UInt64
  private var exponent = 0
  private var piPower = 0
  /// Whether the fraction is the relation itself, and not the nearest of 64 bits.
  private var isRational = true
  /// What is added for the zero of an interval scale, such as that of degrees Celsius.
  private var offset: Decimal?
  private var otherOffset: Decimal?

  /// The relation of units that are multiples of each other; the numbers are not zero.
  init(numerator: UInt64, denominator: UInt64) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// `nil` when the units measure something else, and when values of one of them are logarithms or the like.
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

  /// Whether the zero of one unit is not that of the other.
  var hasOffset: Bool { offset != nil }

  /// Whether the relation is a fraction without rounding; one with π is not.
  var isExact: Bool { isRational && piPower == 0 }

  /// The relation the other way round.
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

  /// A value in the other unit; `nil` for one that a decimal cannot hold.
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

  /// Below, at or above zero, as a value is less than, equal to or greater than one of the other unit.
  func compare(_ value: Decimal, _ other: Decimal) -> Int? {
    guard isExact else {
      // Equal are those that differ behind the digits that are beyond doubt.
      guard let converted = apply(value) else { return nil }
      let (a, b) = (
        converted.rounded(toSignificant: UnitRelation.sureDigits), other.rounded(toSignificant: UnitRelation.sureDigits)
      )
      return a.compare(b)
    }
    guard let first = offset.map({ value.adding($0) }) ?? value,
      let second = otherOffset.map({ other.adding($0) }) ?? other,
      // Multiplied on both sides, so that no quotient is rounded.
      let x = first.multiplied(by: Decimal(digits: Int128(numerator), scale: 0)),
      let y = second.multiplied(by: Decimal(digits: Int128(denominator), scale: 0))
    else { return nil }
    if exponent >= 0 {
      // A side beyond 38 digits is farther from zero than any other: its sign decides.
      guard let scaled = x.times(powerOfTen: exponent) else { return x.digits < 0 ? -1 : 1 }
      return scaled.compare(y)
    }
    guard let scaled = y.times(powerOfTen: -exponent) else { return y.digits < 0 ? 1 : -1 }
    return x.compare(scaled)
  }

  /// What a fraction of 64 bits is good for, a digit less for each of a few steps.
  private static let sureDigits = 17
}
