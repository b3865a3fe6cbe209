import UCUM

/// Comparison, addition and conversion of quantities whose units measure the same.
///
/// Calendar durations of weeks and less are as long as UCUM's units of the same name. A calendar month or year has no
/// fixed length, as UCUM's have, so that the two are equivalent and never equal; among calendar units a year is taken for
/// 12 months or 365 days, and a month for 30 days.
enum Units {
  /// Below, at or above zero; `nil` when the units do not measure the same, or nobody can say.
  static func compare(_ a: Quantity, _ b: Quantity) -> Int? {
    if isSameUnit(a, b) { return a.value.compare(b.value) }
    guard let (x, y) = common(a, b) else { return nil }
    return x.compare(y)
  }

  /// Whether two quantities are about the same: a calendar year is as good as a year of UCUM.
  static func isEquivalent(_ a: Quantity, _ b: Quantity) -> Bool {
    if isSameUnit(a, b) { return Machine.isEquivalent(a.value, b.value) }
    guard let factor = factor(from: a, to: b, isExact: false) ?? calendarFactor(from: a, to: b) else {
      return offset(a, to: b).map { Machine.isEquivalent($0, b.value) } ?? false
    }
    // In the larger unit, so that no digits are made up: 4.04 'g' is about 4 'g', and so 4040 'mg' are.
    if factor.isAtLeastOne {
      return factor.inverse.apply(b.value).map { Machine.isEquivalent(a.value, $0) } ?? false
    }
    return factor.apply(a.value).map { Machine.isEquivalent($0, b.value) } ?? false
  }

  /// The sum, in the smaller of the two units.
  static func sum(_ a: Quantity, _ b: Quantity) -> Quantity? {
    if isSameUnit(a, b) { return a.value.adding(b.value).map { a.with($0) } }
    guard let factor = factor(from: a, to: b, isExact: true) else { return nil }
    if factor.isAtLeastOne {
      return factor.apply(a.value).flatMap { $0.adding(b.value) }.map { b.with($0) }
    }
    return factor.inverse.apply(b.value).flatMap { $0.adding(a.value) }.map { a.with($0) }
  }

  /// A quantity in another unit, `nil` when the units do not measure the same.
  static func convert(_ quantity: Quantity, to target: Quantity) -> Quantity? {
    if isSameUnit(quantity, target) { return quantity }
    if let factor = factor(from: quantity, to: target, isExact: true) ?? calendarFactor(from: quantity, to: target) {
      return factor.apply(quantity.value).map { target.with($0) }
    }
    return offset(quantity, to: target).map { target.with($0) }
  }

  static func isSameUnit(_ a: Quantity, _ b: Quantity) -> Bool {
    a.isCalendar == b.isCalendar && a.unit.equals(b.unit)
  }

  /// Both values in one unit.
  private static func common(_ a: Quantity, _ b: Quantity) -> (Decimal, Decimal)? {
    if let factor = factor(from: a, to: b, isExact: true) ?? calendarFactor(from: a, to: b) {
      // Multiplied on both sides, so that no quotient is rounded.
      guard let x = a.value.multiplied(by: factor.numerator), let y = b.value.multiplied(by: factor.denominator) else {
        return nil
      }
      return (x, y)
    }
    guard let x = offset(a, to: b) else { return nil }
    return (x, b.value)
  }

  /// What to multiply a value of one unit with to have it in another.
  private static func factor(from a: Quantity, to b: Quantity, isExact: Bool) -> UnitFactor? {
    if let x = months(a, isExact: isExact), let y = months(b, isExact: isExact) {
      return UnitFactor(numerator: Decimal(x), denominator: Decimal(y))
    }
    guard let ratio = ucum(a)?.ratio(to: ucum(b) ?? .one) else { return nil }
    return UnitFactor(ratio)
  }

  /// The factor between a calendar month or year and shorter units of the calendar. The specification says what they are
  /// taken for where they are compared or converted; a sum of them has no length.
  private static func calendarFactor(from a: Quantity, to b: Quantity) -> UnitFactor? {
    guard a.isCalendar, b.isCalendar, let first = a.calendarUnit, let second = b.calendarUnit else { return nil }
    return UnitFactor(
      numerator: Decimal(first.nominalMilliseconds), denominator: Decimal(second.nominalMilliseconds))
  }

  /// How many months a calendar unit has.
  ///
  /// - Parameter isExact: whether a year of UCUM is something else.
  private static func months(_ quantity: Quantity, isExact: Bool) -> Int64? {
    guard let unit = quantity.calendarUnit, unit.milliseconds == nil,
      quantity.isCalendar || quantity.isEither || !isExact
    else {
      return nil
    }
    return unit == .year ? 12 : 1
  }

  private static func ucum(_ quantity: Quantity) -> UCUMUnit? {
    guard quantity.isUCUM else { return nil }
    guard quantity.isCalendar else { return try? UCUMUnit(quantity.unit.buffer) }
    guard let unit = quantity.calendarUnit, unit.milliseconds != nil else { return nil }
    return try? UCUMUnit(TextSpan(unit.ucum).buffer)
  }

  /// A temperature on another scale, whose zero lies elsewhere; to the ten digits that are beyond doubt.
  private static func offset(_ quantity: Quantity, to target: Quantity) -> Decimal? {
    guard let unit = ucum(quantity), let other = ucum(target),
      let value = unit.convert(quantity.value.double, to: other)
    else { return nil }
    return Decimal(shortest: value)?.rounded(to: 10).normalized
  }
}

/// The relation of two units as a fraction.
private struct UnitFactor {
  var numerator: Decimal
  var denominator: Decimal

  init(numerator: Decimal, denominator: Decimal) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// `nil` for relations that are not exact or beyond what a decimal holds.
  init?(_ factor: UCUMFactor) {
    guard factor.isExact, factor.piPower == 0, abs(factor.exponent) <= Decimal.maximumDigits / 2 else { return nil }
    let power = Decimal(digits: Decimal.powerOfTen(abs(factor.exponent)), scale: 0)
    var numerator = Decimal(digits: Int128(factor.numerator), scale: 0)
    var denominator = Decimal(digits: Int128(factor.denominator), scale: 0)
    guard let larger = (factor.exponent < 0 ? denominator : numerator).multiplied(by: power) else { return nil }
    if factor.exponent < 0 { denominator = larger } else { numerator = larger }
    self.init(numerator: numerator, denominator: denominator)
  }

  var inverse: UnitFactor { UnitFactor(numerator: denominator, denominator: numerator) }

  var isAtLeastOne: Bool { numerator.compare(denominator) >= 0 }

  func apply(_ value: Decimal) -> Decimal? { value.multiplied(by: numerator)?.divided(by: denominator) }
}
