import UCUM

/// Comparison, addition and conversion of quantities whose units have the same dimension.
///
/// Calendar durations of weeks and less are as long as UCUM's units of the same name. A calendar month or year has no
/// fixed length, but UCUM's have, so the two are equivalent and never equal; among calendar units a year is 12 months
/// or 365 days, and a month 30 days.
enum Units {
  /// Below, at or above zero; `nil` if the units have different dimensions, or the order is unknown.
  static func compare(_ a: Quantity, _ b: Quantity) -> Int? {
    if isSameUnit(a, b) { return a.value.compare(b.value) }
    return (relation(from: a, to: b, isExact: true) ?? calendarRelation(from: a, to: b))?.compare(a.value, b.value)
  }

  /// Whether two quantities are equivalent: a calendar year is equivalent to a year of UCUM.
  static func isEquivalent(_ a: Quantity, _ b: Quantity) -> Bool {
    if isSameUnit(a, b) { return Machine.isEquivalent(a.value, b.value) }
    guard let relation = relation(from: a, to: b, isExact: false) ?? calendarRelation(from: a, to: b) else {
      return false
    }
    // Uses the larger unit, so that no digits are invented: 4.04 'g' is about 4 'g', and so is 4040 'mg'.
    if !relation.hasOffset, relation.isAtLeastOne {
      return relation.inverse.apply(b.value).map { Machine.isEquivalent(a.value, $0) } ?? false
    }
    return relation.apply(a.value).map { Machine.isEquivalent($0, b.value) } ?? false
  }

  /// The sum, in the smaller of the two units.
  static func sum(_ a: Quantity, _ b: Quantity) -> Quantity? {
    if isSameUnit(a, b) { return a.value.adding(b.value).map { a.with($0) } }
    guard let relation = relation(from: a, to: b, isExact: true), !relation.hasOffset, relation.isExact else {
      return nil
    }
    if relation.isAtLeastOne {
      return relation.apply(a.value).flatMap { $0.adding(b.value) }.map { b.with($0) }
    }
    return relation.inverse.apply(b.value).flatMap { $0.adding(a.value) }.map { a.with($0) }
  }

  /// A quantity in another unit, `nil` if the units have different dimensions.
  static func convert(_ quantity: Quantity, to target: Quantity) -> Quantity? {
    if isSameUnit(quantity, target) { return quantity }
    let relation = relation(from: quantity, to: target, isExact: true) ?? calendarRelation(from: quantity, to: target)
    return relation?.apply(quantity.value).map { target.with($0) }
  }

  static func isSameUnit(_ a: Quantity, _ b: Quantity) -> Bool {
    a.isCalendar == b.isCalendar && a.unit.equals(b.unit)
  }

  /// How values of one unit are converted to another.
  private static func relation(from a: Quantity, to b: Quantity, isExact: Bool) -> UnitRelation? {
    if let x = months(a, isExact: isExact), let y = months(b, isExact: isExact) {
      return UnitRelation(numerator: UInt64(x), denominator: UInt64(y))
    }
    guard let unit = ucum(a), let other = ucum(b) else { return nil }
    return UnitRelation(from: unit, to: other)
  }

  /// The relation of a calendar month or year to shorter calendar units. The specification defines it for comparison
  /// and conversion, but not for sums.
  private static func calendarRelation(from a: Quantity, to b: Quantity) -> UnitRelation? {
    guard a.isCalendar, b.isCalendar, let first = a.calendarUnit, let second = b.calendarUnit else { return nil }
    return UnitRelation(
      numerator: UInt64(first.nominalMilliseconds), denominator: UInt64(second.nominalMilliseconds))
  }

  /// How many months a calendar unit has.
  ///
  /// - Parameter isExact: whether a UCUM year counts as a different unit.
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
}
