import FHIRPrimitives

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A date, a date and time, or a time of day, with the precision of its text.
struct Moment: Equatable {
  /// Which of the three types of FHIRPath it belongs to.
  enum Kind: UInt8, CustomStringConvertible {
    case date, dateTime, time
    var description: String { self == .date ? "date" : self == .dateTime ? "date and time" : "time" }
  }

  /// The last known part. Seconds and their fraction are one part.
  enum Precision: UInt8, Comparable {
    case year, month, day, hour, minute, second
    static func < (first: Precision, second: Precision) -> Bool { first.rawValue < second.rawValue }
  }

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
    let isBeforeChrist = mayBeBeforeChrist && reader.take(UInt8(ascii: "-"))
    guard reader.readDate(into: &self), year > 0 else { return nil }
    if isBeforeChrist { year = 1 - year }
    if kind == .dateTime, reader.take(UInt8(ascii: "T")), !reader.isAtEnd {
      guard precision == .day, reader.readTime(into: &self), reader.readZone(into: &self) else { return nil }
    }
    guard reader.isAtEnd, Moment.allYears.contains(year), CalendarDay.exists(year: year, month: month, day: day) else {
      return nil
    }
  }

  var writtenYear: Int { year > 0 ? year : year - 1 }

  init(precision: Precision) { self.precision = precision }

  /// The date and time in a zone, whose offset is in minutes, at a moment in UTC.
  init(secondsSince1970: Int, milliseconds: Int, offset: Int) {
    self.init(precision: .second)
    let local = secondsSince1970 + offset * 60
    _ = set(dayNumber: local / 86_400, nanosecondOfDay: local % 86_400 * 1_000_000_000 + milliseconds * 1_000_000)
    (fractionDigits, self.offset) = (3, offset)
  }

  /// The system's clock, in the system's zone.
  static var now: Moment {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    var seconds = time.tv_sec
    var local = tm()
    localtime_r(&seconds, &local)
    return Moment(
      secondsSince1970: Int(time.tv_sec), milliseconds: Int(time.tv_nsec) / 1_000_000, offset: Int(local.tm_gmtoff) / 60
    )
  }

  /// Days since 1 January 1970.
  var dayNumber: Int { CalendarDay.daysSince1970(year: year, month: month, day: day) }

  /// Replaces the parts by days since 1970 and nanoseconds since midnight, which may be negative or exceed a day; `false`
  /// if the year is out of range.
  mutating func set(dayNumber: Int, nanosecondOfDay: Int, within years: ClosedRange<Int> = Moment.years) -> Bool {
    let nanosecondsOfDay = 86_400_000_000_000
    var (days, rest) = nanosecondOfDay.quotientAndRemainder(dividingBy: nanosecondsOfDay)
    if rest < 0 { (days, rest) = (days - 1, rest + nanosecondsOfDay) }
    (year, month, day) = CalendarDay.date(daysSince1970: dayNumber + days)
    nanoseconds = rest % 1_000_000_000
    let seconds = rest / 1_000_000_000
    (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
    return years.contains(year)
  }

  var nanosecondOfDay: Int { ((hour * 60 + minute) * 60 + second) * 1_000_000_000 + nanoseconds }

  /// Below, at or above zero, if this is before, at or after another; `nil` if that is undecided. The parts are
  /// compared from the year down. If one of the two is less precise, or only one of them has a zone, the order may be
  /// undecided.
  func compare(_ other: Moment) -> Int? {
    var (first, second) = (self, other)
    if first.precision >= .hour, second.precision >= .hour, first.offset != second.offset {
      guard first.offset != nil, second.offset != nil, first.moveToUTC(), second.moveToUTC() else { return nil }
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
    if precision >= .second, fractionDigits > 0 { text += "." + Moment.padded(nanoseconds, 9).prefix(fractionDigits) }
    guard let offset else { return text }
    if offset == 0 { return text + "Z" }
    return text + (offset < 0 ? "-" : "+") + Moment.padded(abs(offset) / 60, 2) + ":"
      + Moment.padded(abs(offset) % 60, 2)
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  /// The moment plus a number of units; `nil` if the result is outside the calendar. A unit smaller than the last known
  /// part is first converted to that part and truncated: `@2014` plus 24 months is `@2016`. A day that the month does
  /// not have becomes its last day. Times of day wrap around midnight.
  func adding(_ amount: Decimal, _ unit: CalendarUnit, isTime: Bool) -> Moment? {
    var moment = self
    if isTime {
      guard let count = moment.nanoseconds(of: amount, unit) else { return nil }
      _ = moment.set(dayNumber: 0, nanosecondOfDay: nanosecondOfDay + count % 86_400_000_000_000)
      (moment.year, moment.month, moment.day) = (0, 1, 1)
      return moment
    }
    if unit == .year || unit == .month { return addingMonths(amount, unit) }
    if precision < .day {
      // A month is 30 days, and a year 365 days; smaller units are converted to days.
      guard let milliseconds = unit.milliseconds, let count = Int64(exactly: amount.truncated),
        let days = multiply(count, milliseconds).map({ $0 / 86_400_000 })
      else { return nil }
      return precision == .month ? addingMonths(Decimal(days / 30), .month) : addingMonths(Decimal(days / 365), .year)
    }
    guard let count = moment.nanoseconds(of: amount, unit) else { return nil }
    let days = count / 86_400_000_000_000
    guard abs(days) < 4_000_000 else { return nil }
    let added = moment.set(dayNumber: dayNumber + days, nanosecondOfDay: nanosecondOfDay + count % 86_400_000_000_000)
    return added ? moment : nil
  }

  private func addingMonths(_ amount: Decimal, _ unit: CalendarUnit) -> Moment? {
    guard let count = Int64(exactly: amount.truncated), abs(count) < 1_000_000 else { return nil }
    var moment = self
    if precision == .year {
      moment.year += Int(unit == .year ? count : count / 12)
    } else {
      let months = year * 12 + month - 1 + Int(unit == .year ? count * 12 : count)
      guard months >= 0 else { return nil }
      (moment.year, moment.month) = (months / 12, months % 12 + 1)
      moment.day = min(day, CalendarDay.daysInMonth(moment.month, year: moment.year))
    }
    return Moment.years.contains(moment.year) ? moment : nil
  }

  /// The duration in nanoseconds, truncated to a whole number of the last known part.
  private mutating func nanoseconds(of amount: Decimal, _ unit: CalendarUnit) -> Int? {
    guard let milliseconds = unit.milliseconds else { return nil }
    if unit == .second || unit == .millisecond {
      // The fraction of seconds counts; fractions of all other units are truncated.
      guard let exact = amount.multiplied(by: Decimal(milliseconds * 1_000_000)),
        let nanoseconds = Int64(exactly: exact.truncated)
      else { return nil }
      if precision == .second, nanoseconds % 1_000_000_000 != 0 { fractionDigits = max(fractionDigits, 3) }
      return whole(Int(nanoseconds))
    }
    return Int64(exactly: amount.truncated).flatMap { multiply($0, milliseconds * 1_000_000) }.map { whole(Int($0)) }
  }

  private func whole(_ nanoseconds: Int) -> Int {
    let unit =
      switch precision {
      case .year, .month, .day: 86_400_000_000_000
      case .hour: 3_600_000_000_000
      case .minute: 60_000_000_000
      case .second: 1
      }
    return nanoseconds / unit * unit
  }

  private func multiply(_ a: Int64, _ b: Int64) -> Int64? {
    let (product, overflow) = a.multipliedReportingOverflow(by: b)
    return overflow ? nil : product
  }
}

struct MomentReader {
  let text: UnsafeBufferPointer<UInt8>
  private(set) var position = 0

  var isAtEnd: Bool { position == text.count }

  mutating func take(_ byte: UInt8) -> Bool {
    guard position < text.count, text[position] == byte else { return false }
    position += 1
    return true
  }

  /// A number of exactly this many digits.
  private mutating func number(_ count: Int) -> Int? {
    guard position + count <= text.count else { return nil }
    var value = 0
    for c in text[position..<position + count] {
      guard Lexer.isDigit(c) else { return nil }
      value = value * 10 + Int(c &- 0x30)
    }
    position += count
    return value
  }

  /// Up to three numbers with a separator between them, of two digits but for the first.
  private mutating func numbers(_ digits: Int, _ separator: UInt8) -> (Int, Int?, Int?)? {
    guard let first = number(digits) else { return nil }
    guard take(separator) else { return (first, nil, nil) }
    guard let second = number(2) else { return nil }
    guard take(separator) else { return (first, second, nil) }
    return number(2).map { (first, second, $0) }
  }

  mutating func readDate(into moment: inout Moment) -> Bool {
    guard let (year, month, day) = numbers(4, UInt8(ascii: "-")) else { return false }
    (moment.year, moment.month, moment.day) = (year, month ?? 1, day ?? 1)
    moment.precision = month == nil ? .year : day == nil ? .month : .day
    return true
  }

  mutating func readTime(into moment: inout Moment) -> Bool {
    guard let (hour, minute, second) = numbers(2, UInt8(ascii: ":")), hour < 24, minute ?? 0 < 60, second ?? 0 <= 60
    else { return false }
    // A leap second is treated as the last ordinary second of the day.
    (moment.hour, moment.minute, moment.second) = (hour, minute ?? 0, min(second ?? 0, 59))
    moment.precision = minute == nil ? .hour : second == nil ? .minute : .second
    guard second != nil, take(UInt8(ascii: ".")) else { return true }
    let start = position
    var unit = 100_000_000
    while position < text.count, Lexer.isDigit(text[position]) {
      moment.nanoseconds += Int(text[position] &- 0x30) * unit
      unit /= 10
      position += 1
    }
    moment.fractionDigits = min(position - start, 9)
    return position > start
  }

  /// Reads a zone if there is one; the caller checks what follows it.
  mutating func readZone(into moment: inout Moment) -> Bool {
    if take(UInt8(ascii: "Z")) {
      moment.offset = 0
      return true
    }
    let isEast = take(UInt8(ascii: "+"))
    guard isEast || take(UInt8(ascii: "-")) else { return true }
    guard let hours = number(2), hours <= 14, take(UInt8(ascii: ":")), let minutes = number(2), minutes < 60 else {
      return false
    }
    moment.offset = (hours * 60 + minutes) * (isEast ? 1 : -1)
    return true
  }
}
