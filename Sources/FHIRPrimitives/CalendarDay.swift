/// The days of the proleptic Gregorian calendar.
@usableFromInline
package enum CalendarDay {
  @inlinable package static func isLeap(_ year: Int) -> Bool {
    // A multiple of 100 is a multiple of 400 exactly if it is one of 16, since 400 is 16 times 25.
    year & 3 == 0 && (year % 100 != 0 || year & 15 == 0)
  }

  /// The number of days in a month from 1 to 12, and 0 for any other number.
  @inlinable package static func daysInMonth(_ month: Int, year: Int) -> Int {
    guard month >= 1, month <= 12 else { return 0 }
    if month == 2 { return isLeap(year) ? 29 : 28 }
    // Long months are odd up to July and even from August on.
    return 30 &+ ((month ^ (month &>> 3)) & 1)
  }

  @inlinable package static func exists(year: Int, month: Int, day: Int) -> Bool {
    // Most days need no check of the month's length.
    if day >= 1, day <= 28 { return month >= 1 && month <= 12 }
    return day >= 1 && day <= daysInMonth(month, year: year)
  }

  package static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    // Years are counted from March, so that the leap day is the last.
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  package static func date(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
    let days = days + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }
}
