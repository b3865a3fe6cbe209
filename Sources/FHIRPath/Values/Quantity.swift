/// A number with a unit, as FHIRPath's type System.Quantity has it.
struct Quantity {
  var value: Decimal
  /// A UCUM code, or the name of a calendar unit in the singular.
  var unit: TextSpan
  /// Whether the unit is a calendar duration such as `year`.
  var isCalendar: Bool
  /// Whether the unit is a UCUM code; a FHIR quantity may have one of another system, or mere words.
  var isUCUM = true

  init(value: Decimal, unit: TextSpan, isCalendar: Bool) {
    self.value = value
    self.unit = unit
    self.isCalendar = isCalendar
  }

  /// The same unit with another value.
  func with(_ value: Decimal) -> Quantity {
    var quantity = self
    quantity.value = value
    return quantity
  }

  /// The calendar unit that is meant in arithmetic with dates.
  var calendarUnit: CalendarUnit? {
    if isCalendar { return CalendarUnit(word: unit.string) }
    // Of UCUM's units only those of fixed length that the calendar agrees with.
    guard isUCUM else { return nil }
    return CalendarUnit(ucum: unit.string)
  }
}
