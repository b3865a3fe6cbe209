/// A moment of the generated records: days and seconds since 1970, in a time zone five hours behind UTC.
struct Moment {
  var day: Int
  var second = 0

  /// `2015-03-09`
  var date: String {
    // Howard Hinnant's algorithm: years begin in March, so that the leap day is the last.
    let shifted = day + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
    let civilMonth = month < 10 ? month + 3 : month - 9
    return "\(year)-\(Self.twoDigits(civilMonth))-\(Self.twoDigits(dayOfYear - (153 * month + 2) / 5 + 1))"
  }

  /// `2015-03-09T14:05:00-05:00`: a `dateTime` and an `instant`.
  var instant: String {
    let hour = Self.twoDigits(second / 3600)
    return "\(date)T\(hour):\(Self.twoDigits(second / 60 % 60)):\(Self.twoDigits(second % 60))-05:00"
  }

  func later(byMinutes minutes: Int) -> Moment {
    let total = second + minutes * 60
    return Moment(day: day + total / 86_400, second: total % 86_400)
  }

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
