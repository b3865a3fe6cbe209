/// The start of a date, a date and time, or an instant: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
///
/// The year may have a minus sign if the grammar allows it, as DSTU2's pattern does. There is no year 0000, so the year
/// before 0001 is -0001, a leap year.
@usableFromInline
package enum PartialDate {
  @usableFromInline
  package enum Precision: UInt8, Sendable {
    case year, month, day
  }

  /// Whether the digits of `YYYY-MM-`, whose lanes hold their values, form an existing day with the given two digits.
  @inlinable @inline(__always) package static func exists(_ yearAndMonth: UInt64, _ day: Int) -> Bool {
    guard yearAndMonth & 0xFFFF_FFFF != 0 else { return false }
    let pairs = ByteLanes.twoDigits(yearAndMonth)
    let month = Int(truncatingIfNeeded: pairs &>> 40 & 0xFF)
    let year = Int(truncatingIfNeeded: pairs & 0xFF) &* 100 &+ Int(truncatingIfNeeded: pairs &>> 16 & 0xFF)
    return CalendarDay.exists(year: year, month: month, day: day)
  }

  /// Reads the longest date at the start of the value, and returns its end and precision.
  @inlinable package static func read(
    _ p: UnsafePointer<UInt8>, _ count: Int, _ forms: MomentForms, end: inout Int, precision: inout Precision
  ) -> PrimitiveFault {
    guard count > 0 else { return .empty }
    let start = p[0] == UInt8(ascii: "-") && forms.contains(.signedYear) ? 1 : 0
    let yearDigits = ASCII.digitRun(p, count, from: start)
    guard yearDigits == 4 else { return yearDigits > 0 && yearDigits < 4 ? .yearMalformed : .dateMalformed }
    let year = ASCII.twoDigits(p, at: start) &* 100 &+ ASCII.twoDigits(p, at: start &+ 2)
    guard year != 0 else { return .yearZero }
    end = start &+ 4
    precision = .year

    guard end < count, p[end] == UInt8(ascii: "-") else { return .none }
    guard ASCII.digitRun(p, count, from: end &+ 1) == 2 else { return .dateMalformed }
    let month = ASCII.twoDigits(p, at: end &+ 1)
    guard month >= 1, month <= 12 else { return .monthOutOfRange }
    end &+= 3
    precision = .month

    guard end < count, p[end] == UInt8(ascii: "-") else { return .none }
    guard ASCII.digitRun(p, count, from: end &+ 1) == 2 else { return .dateMalformed }
    let day = ASCII.twoDigits(p, at: end &+ 1)
    guard day >= 1, day <= 31 else { return .dayOutOfRange }
    let counted = start == 0 ? year : 1 &- year
    guard day <= CalendarDay.daysInMonth(month, year: counted) else { return .dayNotInMonth }
    end &+= 3
    precision = .day
    return .none
  }
}
