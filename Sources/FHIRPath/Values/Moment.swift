import FHIRPrimitives

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

  /// The years that four digits can represent.
  static let years = 1...9999
  /// The years that an optional minus sign and four digits can represent.
  static let allYears = -9998...9999

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
    guard reader.isAtEnd, Moment.allYears.contains(year), CalendarDay.exists(year: year, month: month, day: day) else {
      return nil
    }
  }

  /// The year in its written form.
  var writtenYear: Int { year > 0 ? year : year - 1 }

  init(precision: Precision) {
    self.precision = precision
  }

  /// Days since 1 January 1970.
  var dayNumber: Int { CalendarDay.daysSince1970(year: year, month: month, day: day) }

  /// Seconds since midnight.
  var secondOfDay: Int { (hour * 60 + minute) * 60 + second }

  /// Replaces the parts by days since 1970 and nanoseconds since midnight; the time may be negative or exceed a day.
  ///
  /// - Returns: `false` if the year is not between 1 and 9999, or within another given range.
  mutating func set(
    dayNumber: Int, nanosecondOfDay: Int, within years: ClosedRange<Int> = Moment.years
  ) -> Bool {
    let nanosecondsOfDay = 86_400_000_000_000
    var days = dayNumber
    var rest = nanosecondOfDay % nanosecondsOfDay
    days += nanosecondOfDay / nanosecondsOfDay
    if rest < 0 {
      rest += nanosecondsOfDay
      days -= 1
    }
    (year, month, day) = CalendarDay.date(daysSince1970: days)
    nanoseconds = rest % 1_000_000_000
    let seconds = rest / 1_000_000_000
    (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
    return years.contains(year)
  }

  var nanosecondOfDay: Int { secondOfDay * 1_000_000_000 + nanoseconds }
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
    for (mine, theirs) in zip(first.parts, second.parts).prefix(Int(shared.rawValue) + 1) where mine != theirs {
      return mine < theirs ? -1 : 1
    }
    return first.precision == second.precision ? 0 : nil
  }

  private var parts: [Int] { [year, month, day, hour, minute, second * 1_000_000_000 + nanoseconds] }

  /// Converts the parts to UTC; `false` if the year leaves the calendar.
  private mutating func moveToUTC() -> Bool {
    guard let minutes = offset, minutes != 0 else { return true }
    offset = 0
    return set(
      dayNumber: dayNumber, nanosecondOfDay: nanosecondOfDay - minutes * 60_000_000_000, within: Moment.allYears)
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
