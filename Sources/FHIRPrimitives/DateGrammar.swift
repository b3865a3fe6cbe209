/// `date`: a year, a month of a year, or a day, without a time and without a zone.
///
/// The published patterns accept 31 April, but the text does not: the day must exist. The year 0000 is refused, too,
/// because the XML Schema types that the definition names do not have it.
@usableFromInline
package enum DateGrammar {
  @inlinable package static func check(
    _ p: UnsafePointer<UInt8>, _ count: Int, _ forms: MomentForms
  ) -> PrimitiveFault {
    isPlainDay(p, count) ? .none : diagnose(p, count, forms)
  }

  /// Whether the value is a valid `YYYY-MM-DD`; `false` for all other forms.
  @inlinable package static func isPlainDay(_ p: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    guard count == 10, ASCII.isDigit(p[8]), ASCII.isDigit(p[9]) else { return false }
    // The lanes of `YYYY-MM-` are now 0 to 9 for a digit and 0 for a hyphen; the sum carries anything larger into the
    // top bit.
    let values = ByteLanes.load(p) ^ 0x2D30_302D_3030_3030
    return ((values &+ 0x7F76_767F_7676_7676) | values) & ByteLanes.high == 0
      && PartialDate.exists(values, ASCII.twoDigits(p, at: 8))
  }

  @inlinable @inline(never)
  package static func diagnose(_ p: UnsafePointer<UInt8>, _ count: Int, _ forms: MomentForms) -> PrimitiveFault {
    var end = 0
    var precision = PartialDate.Precision.year
    let fault = PartialDate.read(p, count, forms, end: &end, precision: &precision)
    guard fault.isNone, end < count else { return fault }
    guard precision == .day else { return .dateMalformed }
    let isTime = p[end] == UInt8(ascii: "T") && end &+ 1 < count && ASCII.isDigit(p[end &+ 1])
    return isTime ? .timeInDate : .trailingCharacters
  }
}
