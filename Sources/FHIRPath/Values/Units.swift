/// Comparison of quantities whose units are the same, or of which one is a multiple of the other.
enum Units {
  /// Below, at or above zero; `nil` when the units do not measure the same, or nobody can say.
  static func compare(_ a: Quantity, _ b: Quantity) -> Int? {
    if isSameUnit(a, b) { return a.value.compare(b.value) }
    guard let (x, y) = common(a, b, isExact: true) else { return nil }
    return x.compare(y)
  }

  /// Whether two quantities are about the same: a calendar year is as good as a year of UCUM.
  static func isEquivalent(_ a: Quantity, _ b: Quantity) -> Bool {
    if isSameUnit(a, b) { return Machine.isEquivalent(a.value, b.value) }
    guard let (x, y) = common(a, b, isExact: false) else { return false }
    return Machine.isEquivalent(x, y)
  }

  /// The sum, in the unit of the first.
  static func sum(_ a: Quantity, _ b: Quantity) -> (value: Decimal, unit: Quantity)? {
    if isSameUnit(a, b) { return a.value.adding(b.value).map { ($0, a) } }
    guard let x = duration(a, isExact: true), let y = duration(b, isExact: true), x.isMonths == y.isMonths else {
      return nil
    }
    // In the smaller of the two units, so that nothing is lost.
    let (unit, size) = x.size <= y.size ? (a, x.size) : (b, y.size)
    guard let total = x.value.adding(y.value)?.divided(by: Decimal(size)) else { return nil }
    return (total, unit)
  }

  static func isSameUnit(_ a: Quantity, _ b: Quantity) -> Bool {
    a.isCalendar == b.isCalendar && a.unit.equals(b.unit)
  }

  private static func common(_ a: Quantity, _ b: Quantity, isExact: Bool) -> (Decimal, Decimal)? {
    guard let x = duration(a, isExact: isExact), let y = duration(b, isExact: isExact), x.isMonths == y.isMonths else {
      return nil
    }
    return (x.value, y.value)
  }

  /// A duration in milliseconds, or in months, which have no fixed length.
  ///
  /// - Parameter isExact: whether a year of UCUM, which has a fixed length, is something else than a calendar year.
  private static func duration(
    _ quantity: Quantity, isExact: Bool
  ) -> (value: Decimal, size: Int64, isMonths: Bool)? {
    guard let unit = quantity.calendarUnit else { return nil }
    if let milliseconds = unit.milliseconds {
      return quantity.value.multiplied(by: Decimal(milliseconds)).map { ($0, milliseconds, false) }
    }
    if isExact, !quantity.isCalendar { return nil }
    let months: Int64 = unit == .year ? 12 : 1
    return quantity.value.multiplied(by: Decimal(months)).map { ($0, months, true) }
  }
}

extension Units {
  /// A quantity in another unit, `nil` when the units do not measure the same.
  static func convert(_ quantity: Quantity, to target: Quantity) -> Quantity? {
    if isSameUnit(quantity, target) { return quantity }
    guard let x = duration(quantity, isExact: true), let y = duration(target, isExact: true), x.isMonths == y.isMonths,
      let value = x.value.divided(by: y.value)
    else { return nil }
    return Quantity(value: value, unit: target.unit, isCalendar: target.isCalendar)
  }
}
