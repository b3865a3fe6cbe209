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
    if relation.isAtLeastOne { return relation.apply(a.value).flatMap { $0.adding(b.value) }.map { b.with($0) } }
    return relation.inverse.apply(b.value).flatMap { $0.adding(a.value) }.map { a.with($0) }
  }

  /// A quantity in another unit, `nil` if the units have different dimensions.
  static func convert(_ quantity: Quantity, to target: Quantity) -> Quantity? {
    if isSameUnit(quantity, target) { return quantity }
    let relation = relation(from: quantity, to: target, isExact: true) ?? calendarRelation(from: quantity, to: target)
    return relation?.apply(quantity.value).map { target.with($0) }
  }

  static func isSameUnit(_ a: Quantity, _ b: Quantity) -> Bool { a.isCalendar == b.isCalendar && a.unit.equals(b.unit) }

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
    return UnitRelation(numerator: UInt64(first.nominalMilliseconds), denominator: UInt64(second.nominalMilliseconds))
  }

  /// How many months a calendar unit has; if that is to be exact, a year of UCUM has none.
  private static func months(_ quantity: Quantity, isExact: Bool) -> Int64? {
    guard let unit = quantity.calendarUnit, unit.milliseconds == nil,
      quantity.isCalendar || quantity.isEither || !isExact
    else { return nil }
    return unit == .year ? 12 : 1
  }

  private static func ucum(_ quantity: Quantity) -> UCUMUnit? {
    guard quantity.isCalendar else { return try? UCUMUnit(quantity.unit.buffer) }
    guard let unit = quantity.calendarUnit, unit.milliseconds != nil else { return nil }
    return try? UCUMUnit(TextSpan(unit.ucum).buffer)
  }
}

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
  init(numerator: UInt64, denominator: UInt64) { (self.numerator, self.denominator) = (numerator, denominator) }

  /// `nil` if the units have different dimensions, or if values of one of them are logarithms or similar.
  init?(from unit: UCUMUnit, to other: UCUMUnit) {
    guard unit.isCommensurable(with: other) else { return nil }
    if unit == other {
      self.init(numerator: 1, denominator: 1)
      return
    }
    let factor = unit.factor / other.factor
    self.init(numerator: factor.numerator, denominator: factor.denominator)
    (exponent, piPower, isRational) = (factor.exponent, factor.piPower, factor.isExact)
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
    guard var product = offset.map({ value.adding($0) }) ?? value else { return nil }
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
      let rounded = other.rounded(toSignificant: UnitRelation.sureDigits)
      return apply(value)?.rounded(toSignificant: UnitRelation.sureDigits).compare(rounded)
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

/// The units of calendar durations: `4 days`, `1 year`.
enum CalendarUnit: Int, CaseIterable {
  case year, month, week, day, hour, minute, second, millisecond

  /// The names in the singular, the codes in UCUM, and the durations in milliseconds, in the order of the units.
  private static let names: [StaticString] = [
    "year", "month", "week", "day", "hour", "minute", "second", "millisecond",
  ]
  private static let codes: [StaticString] = ["a", "mo", "wk", "d", "h", "min", "s", "ms"]
  private static let durations: [Int64?] = [nil, nil, 604_800_000, 86_400_000, 3_600_000, 60_000, 1000, 1]

  /// The unit of a word in the singular or the plural.
  init?(word: some BidirectionalCollection<UInt8>) {
    let name = word.count > 1 && word.last == UInt8(ascii: "s") ? word.dropLast() : word[...]
    self.init(name, Self.names)
  }

  /// The unit that is closest to a UCUM unit: equal for seconds and less, of about the same length for the others.
  init?(ucum: TextSpan) { self.init(ucum.buffer, Self.codes) }

  private init?(_ text: some Sequence<UInt8>, _ texts: [StaticString]) {
    guard let place = texts.firstIndex(where: { text.elementsEqual(TextSpan($0).buffer) }) else { return nil }
    self.init(rawValue: place)
  }

  var name: StaticString { Self.names[rawValue] }

  var ucum: StaticString { Self.codes[rawValue] }

  /// The duration in milliseconds; `nil` for months and years, whose length varies.
  var milliseconds: Int64? { Self.durations[rawValue] }

  /// The duration in the specification's table of calendar units: 365 days for a year, 30 for a month.
  var nominalMilliseconds: Int64 { milliseconds ?? (self == .year ? 365 : 30) * 86_400_000 }
}

/// A number with a unit: FHIRPath's type System.Quantity.
struct Quantity {
  var value: Decimal
  /// A UCUM code, or the name of a calendar unit in the singular.
  var unit: TextSpan
  /// Whether the unit is a calendar duration such as `year`.
  var isCalendar: Bool
  /// Whether a UCUM year or month equals a calendar one: FHIR's quantities may mean either.
  var isEither = false

  /// - Parameter unit: a quoted calendar unit, as in `1 'year'`, is also one; UCUM has none of these names.
  init(value: Decimal, unit: TextSpan, isCalendar: Bool) {
    self.value = value
    let calendarUnit = isCalendar ? nil : CalendarUnit(word: unit.buffer)
    self.unit = calendarUnit.map { TextSpan($0.name) } ?? unit
    self.isCalendar = isCalendar || calendarUnit != nil
  }

  func with(_ value: Decimal) -> Quantity {
    var quantity = self
    quantity.value = value
    return quantity
  }

  var calendarUnit: CalendarUnit? { isCalendar ? CalendarUnit(word: unit.buffer) : CalendarUnit(ucum: unit) }
}

/// The order of values of records, as the operators of FHIRPath decide it, without an expression: below, at or above
/// zero; `nil` if the two have no order, or if it is not decided.
package enum ValueOrder {
  package static func ofNumbers(_ a: String, _ b: String) -> Int? {
    guard let a = decimal(a), let b = decimal(b) else { return nil }
    return a.compare(b)
  }

  package static func ofQuantities(_ a: String, _ unit: String, _ b: String, _ otherUnit: String) -> Int? {
    guard let a = decimal(a), let b = decimal(b), isShort(unit), isShort(otherUnit),
      let from = try? UCUMUnit(unit), let to = try? UCUMUnit(otherUnit)
    else { return nil }
    return UnitRelation(from: from, to: to)?.compare(a, b)
  }

  /// The order of two dates or dates with times, which may be of different precision and in different zones, or of two
  /// times of day.
  package static func ofMoments(_ a: String, _ b: String, areTimes: Bool) -> Int? {
    func moment(_ text: String) -> Moment? {
      var text = text
      guard isShort(text) else { return nil }
      return text.withUTF8 { Moment($0, areTimes ? .time : .dateTime, mayBeBeforeChrist: true) }
    }
    guard let a = moment(a), let b = moment(b) else { return nil }
    return a.compare(b)
  }

  private static func decimal(_ text: String) -> Decimal? { isShort(text) ? Decimal(text) : nil }

  /// A caller compares one text with many, so that a long one would be read again and again.
  private static func isShort(_ text: String) -> Bool { text.utf8.count <= 100 }
}
