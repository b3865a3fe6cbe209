/// A date, a date and time, or a time of day, with the precision of its text.
struct Moment: Equatable {
  /// Which of the three types of FHIRPath it belongs to.
  enum Kind: UInt8, CustomStringConvertible {
    case date, dateTime, time
    var description: String {
      switch self {
      case .date: "date"
      case .dateTime: "date and time"
      case .time: "time"
      }
    }
  }

  /// The last known part. Seconds and their fraction are one part.
  enum Precision: UInt8, Comparable {
    case year, month, day, hour, minute, second
    static func < (first: Precision, second: Precision) -> Bool { first.rawValue < second.rawValue }
  }

  /// Counted without a gap: 0 is the year before 0001, which XML Schema and FHIR write as -0001.
  var year = 0
  var month = 1
  var day = 1
  var hour = 0
  var minute = 0
  var second = 0
  var nanoseconds = 0
  /// The number of digits in the fraction of the second.
  var fractionDigits = 0
  /// Minutes east of UTC, `nil` if no zone is known.
  var offset: Int?
  var precision: Precision

  /// Reads the forms of literals: `YYYY-MM-DD`, `YYYY-MM-DDThh:mm:ss.fff+hh:mm`, `hh:mm:ss.fff`, truncated after any
  /// part.
  ///
  /// - Parameter mayBeBeforeChrist: whether the year may have a minus sign, as in FHIR's values.
  /// - Returns: `nil` for any other form, and for dates and times that do not exist.
  init?(_ text: UnsafeBufferPointer<UInt8>, _ kind: Kind, mayBeBeforeChrist: Bool = false) {
    var reader = MomentReader(text: text)
    precision = kind == .time ? .hour : .year
    if kind == .time {
      guard reader.readTime(into: &self), reader.isAtEnd else { return nil }
      return
    }
    let isBeforeChrist = mayBeBeforeChrist && kind != .time && reader.take(UInt8(ascii: "-"))
    guard reader.readDate(into: &self), year > 0 else { return nil }
    if isBeforeChrist { year = 1 - year }
    if kind == .dateTime, reader.take(UInt8(ascii: "T")), !reader.isAtEnd {
      guard precision == .day, reader.readTime(into: &self), reader.readZone(into: &self) else { return nil }
    }
    guard reader.isAtEnd, CalendarDate.exists(year, month, day) else { return nil }
  }

  /// The year in its written form.
  var writtenYear: Int { year > 0 ? year : year - 1 }

  init(precision: Precision) {
    self.precision = precision
  }

  /// Days since 1 January 1970.
  var dayNumber: Int { CalendarDate.dayNumber(year, month, day) }

  /// Seconds since midnight.
  var secondOfDay: Int { (hour * 60 + minute) * 60 + second }

  /// Replaces the parts by days since 1970 and nanoseconds since midnight; the time may be negative or exceed a day.
  ///
  /// - Returns: `false` if the year is not between 1 and 9999, or within another given range.
  mutating func set(
    dayNumber: Int, nanosecondOfDay: Int, within years: ClosedRange<Int> = CalendarDate.years
  ) -> Bool {
    let nanosecondsOfDay = 86_400_000_000_000
    var days = dayNumber
    var rest = nanosecondOfDay % nanosecondsOfDay
    days += nanosecondOfDay / nanosecondsOfDay
    if rest < 0 {
      rest += nanosecondsOfDay
      days -= 1
    }
    (year, month, day) = CalendarDate.date(ofDayNumber: days)
    nanoseconds = rest % 1_000_000_000
    let seconds = rest / 1_000_000_000
    (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
    return years.contains(year)
  }

  var nanosecondOfDay: Int { secondOfDay * 1_000_000_000 + nanoseconds }
}

/// Day numbers of the proleptic Gregorian calendar.
enum CalendarDate {
  /// The years that four digits can represent.
  static let years = 1...9999
  /// The years that an optional minus sign and four digits can represent.
  static let allYears = -9998...9999

  static func exists(_ year: Int, _ month: Int, _ day: Int) -> Bool {
    allYears.contains(year) && (1...12).contains(month) && day >= 1 && day <= daysInMonth(month, year)
  }

  static func daysInMonth(_ month: Int, _ year: Int) -> Int {
    if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
    return [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// Days since 1 January 1970, counted in years that begin in March.
  static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  static func date(ofDayNumber number: Int) -> (year: Int, month: Int, day: Int) {
    let z = number + 719_468
    let era = (z >= 0 ? z : z - 146_096) / 146_097
    let dayOfEra = z - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }
}

extension Moment {
  /// Below, at or above zero, if this is before, at or after another; `nil` if that is undecided.
  ///
  /// The parts are compared from the year down. If one of the two is less precise, or only one of them has a zone, the
  /// order may be undecided.
  func compare(_ other: Moment) -> Int? {
    var (first, second) = (self, other)
    if first.precision >= .hour, second.precision >= .hour {
      switch (first.offset, second.offset) {
      case (nil, nil): break
      case (.some, .some):
        if first.offset != second.offset {
          guard first.moveToUTC(), second.moveToUTC() else { return nil }
        }
      default: return nil
      }
    }
    let shared = min(first.precision, second.precision)
    let mine = first.parts
    let theirs = second.parts
    for part in 0...Int(shared.rawValue) where mine[part] != theirs[part] {
      return mine[part] < theirs[part] ? -1 : 1
    }
    return first.precision == second.precision ? 0 : nil
  }

  private var parts: InlineParts {
    InlineParts(year, month, day, hour, minute, second * 1_000_000_000 + nanoseconds)
  }

  /// The six parts by index, without an array.
  private struct InlineParts {
    private let values: (Int, Int, Int, Int, Int, Int)

    init(_ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ nanoseconds: Int) {
      values = (year, month, day, hour, minute, nanoseconds)
    }

    subscript(_ part: Int) -> Int {
      switch part {
      case 0: values.0
      case 1: values.1
      case 2: values.2
      case 3: values.3
      case 4: values.4
      default: values.5
      }
    }
  }

  /// Converts the parts to UTC; `false` if the year leaves the calendar.
  private mutating func moveToUTC() -> Bool {
    guard let minutes = offset, minutes != 0 else { return true }
    offset = 0
    return set(
      dayNumber: dayNumber, nanosecondOfDay: nanosecondOfDay - minutes * 60_000_000_000, within: CalendarDate.allYears)
  }

  /// The moment in the form of its literal, without the `@` and, for times, the `T`.
  func text(_ kind: Kind) -> String {
    var text = ""
    if kind != .time {
      text = (year > 0 ? "" : "-") + Moment.padded(abs(writtenYear), 4)
      if precision >= .month { text += "-" + Moment.padded(month, 2) }
      if precision >= .day { text += "-" + Moment.padded(day, 2) }
    }
    guard precision >= .hour else { return text }
    if kind == .dateTime { text += "T" }
    text += Moment.padded(hour, 2)
    if precision >= .minute { text += ":" + Moment.padded(minute, 2) }
    if precision >= .second { text += ":" + Moment.padded(second, 2) }
    if precision >= .second, fractionDigits > 0 {
      text += "." + Moment.padded(nanoseconds, 9).prefix(fractionDigits)
    }
    guard let offset else { return text }
    if offset == 0 { return text + "Z" }
    return text + (offset < 0 ? "-" : "+") + Moment.padded(abs(offset) / 60, 2) + ":"
      + Moment.padded(abs(offset) % 60, 2)
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
