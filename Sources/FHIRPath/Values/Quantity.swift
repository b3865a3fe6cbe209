/// A number with a unit: FHIRPath's type System.Quantity.
struct Quantity {
  var value: Decimal
  /// A UCUM code, or the name of a calendar unit in the singular.
  var unit: TextSpan
  /// Whether the unit is a calendar duration such as `year`.
  var isCalendar: Bool
  /// Whether the unit is a UCUM code; a FHIR quantity may have a code of another system, or only words.
  var isUCUM = true

  /// Whether a UCUM year or month equals a calendar one: FHIR's quantities may mean either.
  var isEither = false

  /// - Parameter unit: a quoted calendar unit, as in `1 'year'`, is also one; UCUM has none of these names.
  init(value: Decimal, unit: TextSpan, isCalendar: Bool) {
    self.value = value
    let calendarUnit = isCalendar ? nil : CalendarUnit(word: unit)
    self.unit = calendarUnit.map { TextSpan($0.name) } ?? unit
    self.isCalendar = isCalendar || calendarUnit != nil
  }

  /// The same unit with another value.
  func with(_ value: Decimal) -> Quantity {
    var quantity = self
    quantity.value = value
    return quantity
  }

  /// The calendar unit for arithmetic with dates.
  var calendarUnit: CalendarUnit? {
    if isCalendar { return CalendarUnit(word: unit) }
    guard isUCUM else { return nil }
    return CalendarUnit(ucum: unit)
  }
}
