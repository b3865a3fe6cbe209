public import FHIRModelRuntime
import FHIRPrimitives
public import Foundation

// A year, a month or a day is not a point in time, so it is converted only on request: see `dateInterval(in:)`. As in
// FHIR, days are counted by the Gregorian calendar, even before its introduction.
//
// Components have only the parts of the value: those of a year have a year. They name no calendar; the Gregorian one is
// meant. Years before year 1 are FHIR's: -1 is the year before 1.

extension Date {
  /// The point in time of an instant.
  public init(_ instant: FHIRInstant) { self = instant.dateTime.pointInTime }

  /// The point in time of a date with a time; `nil` for a year, a month or a day.
  public init?(_ dateTime: FHIRDateTime) {
    guard dateTime.time != nil else { return nil }
    self = dateTime.pointInTime
  }
}

extension MomentChoice {
  /// The point in time, where one is known to the second; `nil` for anything else.
  public var date: Date? { moment?.dateValue }

  /// The parts of the date that are given, with the zone; `nil` for anything else.
  public var dateComponents: DateComponents? { moment?.dateComponents }
}

extension FHIRInstant {
  /// The point in time.
  public var dateValue: Date { Date(self) }

  /// Makes an instant of a point in time; `nil` outside the years that FHIR can express.
  ///
  /// - Parameters: as for ``FHIRModelRuntime/FHIRDateTime/init(_:in:fractionDigits:)``.
  public init?(_ date: Date, in zone: TimeZone = .current, fractionDigits: Int? = nil) {
    guard let dateTime = FHIRDateTime(date, in: zone, fractionDigits: fractionDigits) else { return nil }
    self.init(dateTime)
  }

  /// The components of day, time and time zone.
  public var dateComponents: DateComponents { dateTime.dateComponents }

  /// Makes an instant of components; `nil` if one is missing.
  public init?(_ components: DateComponents) {
    guard let dateTime = FHIRDateTime(components) else { return nil }
    self.init(dateTime)
  }
}

extension FHIRDateTime {
  /// The point in time; `nil` for a year, a month or a day: see ``dateInterval(in:)``.
  public var dateValue: Date? { Date(self) }

  /// Makes a date with a time of a point in time; `nil` outside the years that FHIR can express, from -9999 to 9999.
  ///
  /// - Parameters:
  ///   - date: the point in time.
  ///   - zone: the time zone of the result, with its offset from UTC at that time in whole minutes.
  ///   - fractionDigits: the number of fraction digits of the second, at most 9; if `nil`, as few as give the same
  ///     `Date` back. Only within about a hundred days of the beginning of 2001 is a `Date` finer than nine digits.
  public init?(_ date: Date, in zone: TimeZone = .current, fractionDigits: Int? = nil) {
    guard let second = Second(date, in: zone, fractionDigits: fractionDigits),
      let day = second.day, let time = second.time, let zone = second.zone
    else { return nil }
    self.init(day, time, zone)
  }

  /// The interval that the value may mean: the whole year for a year, that second for a time with seconds.
  ///
  /// A date has no zone: `zone` determines where its days begin. For the first moment of a year, use `start`.
  public func dateInterval(in zone: TimeZone = .current) -> DateInterval {
    guard let time else { return date.dateInterval(in: zone) }
    let length = (0..<time.fractionDigits).reduce(1.0) { length, _ in length / 10 }
    return DateInterval(start: pointInTime, duration: length)
  }

  /// The point in time, if there is a time.
  fileprivate var pointInTime: Date {
    // Whole seconds since 2001, as `Date` counts them, then the fraction: so precision is lost at most once.
    let seconds = (date.daysSince1970 - Second.daysTo2001) * 86_400 - Int(zone?.minutes ?? 0) * 60
    guard let time else { return Date(timeIntervalSinceReferenceDate: Double(seconds)) }
    let whole = seconds + (time.hour * 60 + time.minute) * 60 + time.second
    return Date(timeIntervalSinceReferenceDate: Second.sum(whole, nanoseconds: time.nanoseconds))
  }

  /// The components of the date and, if there is a time, its components and the time zone.
  public var dateComponents: DateComponents {
    var components = date.dateComponents
    guard let time, let zone else { return components }
    let clock = time.dateComponents
    (components.hour, components.minute) = (clock.hour, clock.minute)
    (components.second, components.nanosecond) = (clock.second, clock.nanosecond)
    components.timeZone = TimeZone(zone)
    return components
  }

  /// Makes a date or, if there is an hour, a date with a time; `nil` if a part is missing before a present one, such as
  /// a minute without an hour or a time without a time zone.
  public init?(_ components: DateComponents) {
    guard let date = FHIRDate(components) else { return nil }
    guard components.hour != nil || components.minute != nil || components.second != nil else {
      self.init(date)
      return
    }
    guard let time = FHIRTime(components), let zone = components.timeZone else { return nil }
    // The offset of a zone depends on the day.
    guard let guess = FHIRDateTime(date, time, .utc)?.dateValue,
      let offset = FHIRZone(zone, at: guess - Double(zone.secondsFromGMT(for: guess)))
    else { return nil }
    self.init(date, time, offset)
  }
}

extension FHIRDate {
  /// Makes the day of a point in time in a time zone; `nil` outside the years that FHIR can express.
  public init?(_ date: Date, in zone: TimeZone = .current) {
    guard let day = Second(date, in: zone, fractionDigits: 0)?.day else { return nil }
    self = day
  }

  /// The interval that the date may mean: the whole year, month or day, from its first moment to that of the next.
  ///
  /// - Parameter zone: the zone in which days begin; a day without a midnight begins with its first moment.
  public func dateInterval(in zone: TimeZone = .current) -> DateInterval {
    let first = daysSince1970
    let parts = CalendarDay.date(daysSince1970: first)
    let next =
      if day != nil {
        first + 1
      } else if month != nil {
        first + CalendarDay.daysInMonth(parts.month, year: parts.year)
      } else {
        first + (CalendarDay.isLeap(parts.year) ? 366 : 365)
      }
    return DateInterval(start: Second.midnight(ofDay: first, in: zone), end: Second.midnight(ofDay: next, in: zone))
  }

  /// Year, month and day, as far as they are known.
  public var dateComponents: DateComponents { DateComponents(year: year, month: month, day: day) }

  /// Makes a date from the year, the month and the day that are present; `nil` without a year, for a day without a
  /// month, and for a date that the calendar does not have.
  public init?(_ components: DateComponents) {
    guard let year = components.year else { return nil }
    self.init(year: year, month: components.month, day: components.day)
  }
}

extension FHIRTime {
  /// Makes the time of day of a point in time in a time zone.
  ///
  /// - Parameter fractionDigits: the number of fraction digits of the second, at most 9.
  public init?(_ date: Date, in zone: TimeZone = .current, fractionDigits: Int = 0) {
    guard let time = Second(date, in: zone, fractionDigits: fractionDigits)?.time else { return nil }
    self = time
  }

  /// Hour, minute and second, and the nanoseconds if a fraction was written.
  public var dateComponents: DateComponents {
    DateComponents(hour: hour, minute: minute, second: second, nanosecond: fractionDigits > 0 ? nanoseconds : nil)
  }

  /// Makes a time of day; `nil` without an hour, a minute or a second, and for a time that the day does not have.
  /// Nanoseconds are written with as few digits as needed.
  public init?(_ components: DateComponents) {
    guard let hour = components.hour, let minute = components.minute, let second = components.second else { return nil }
    var (fraction, digits) = (components.nanosecond ?? 0, components.nanosecond == nil ? 0 : 9)
    while digits > 1, fraction % 10 == 0 { (fraction, digits) = (fraction / 10, digits - 1) }
    self.init(hour: hour, minute: minute, second: second, fraction: fraction, fractionDigits: digits)
  }
}

extension TimeZone {
  /// The zone with a fixed offset from UTC.
  public init?(_ zone: FHIRZone) { self.init(secondsFromGMT: Int(zone.minutes) * 60) }
}

extension FHIRZone {
  /// The offset from UTC of a time zone at a point in time; `nil` beyond 14 hours. Zero is written `Z`.
  public init?(_ zone: TimeZone, at date: Date) {
    let seconds = zone.secondsFromGMT(for: date)
    if seconds == 0 { self = .utc } else { self.init(minutes: Int((Double(seconds) / 60).rounded())) }
  }
}

/// A point in time in the local time of a zone, exactly.
struct Second {
  /// Seconds since 1 January 1970 in local time.
  private let local: Int
  private let fraction, fractionDigits, minutesEast: Int
  private let isUTC: Bool

  /// Days from 1970 to 2001, the epoch of `Date`.
  static let daysTo2001 = 11_323
  /// More seconds than in the years that FHIR can express.
  private static let farthest = 1e12

  /// - Parameter fractionDigits: the number of fraction digits; if `nil`, as few as give the same `Date` back. Digits
  ///   are rounded, but never up to the next second.
  init?(_ date: Date, in zone: TimeZone, fractionDigits: Int?) {
    let interval = date.timeIntervalSinceReferenceDate
    guard abs(interval) < Self.farthest else { return nil }
    let whole = Int(interval.rounded(.down))
    let rest = interval - Double(whole)
    var digits = min(max(fractionDigits ?? 0, 0), 9)
    var cut = Self.cut(rest, to: digits)
    while fractionDigits == nil, digits < 9, Self.sum(whole, nanoseconds: cut * Self.power(9 - digits)) != interval {
      digits += 1
      cut = Self.cut(rest, to: digits)
    }
    (fraction, self.fractionDigits) = (cut, digits)
    let offset = zone.secondsFromGMT(for: date)
    // Historical offsets include seconds, which FHIR cannot express.
    minutesEast = Int((Double(offset) / 60).rounded())
    isUTC = offset == 0
    local = whole + Self.daysTo2001 * 86_400 + minutesEast * 60
  }

  private static func cut(_ fraction: Double, to digits: Int) -> Int {
    min(Int((fraction * Double(power(digits))).rounded()), power(digits) - 1)
  }

  private var dayNumber: Int { local >= 0 ? local / 86_400 : (local - 86_399) / 86_400 }

  /// The day; `nil` outside the years that FHIR can express.
  var day: FHIRDate? {
    let parts = CalendarDay.date(daysSince1970: dayNumber)
    return FHIRDate(year: parts.year > 0 ? parts.year : parts.year - 1, month: parts.month, day: parts.day)
  }

  var time: FHIRTime? {
    let second = local - dayNumber * 86_400
    return FHIRTime(
      hour: second / 3600, minute: second / 60 % 60, second: second % 60, fraction: fraction,
      fractionDigits: fractionDigits)
  }

  var zone: FHIRZone? { isUTC ? .utc : FHIRZone(minutes: minutesEast) }

  /// Seconds and their fraction as a binary number.
  static func sum(_ seconds: Int, nanoseconds: Int) -> Double { Double(seconds) + Double(nanoseconds) / 1e9 }

  private static func power(_ digits: Int) -> Int { (0..<digits).reduce(1) { power, _ in power * 10 } }

  static func midnight(ofDay day: Int, in zone: TimeZone) -> Date {
    let midnight = Date(timeIntervalSinceReferenceDate: Double((day - daysTo2001) * 86_400))
    func offset(_ date: Date) -> Double { Double(zone.secondsFromGMT(for: date)) }
    // If the clock changes that night, midnight occurs by the old offset, by the new one, twice, or never.
    let (old, new) = (midnight - offset(midnight - 86_400), midnight - offset(midnight + 86_400))
    let found = [old, new].filter { $0 + offset($0) == midnight }
    return found.min() ?? old
  }
}
