public import FHIRModelRuntime
public import Foundation

// Components have what the value has, and nothing else: those of a year have a year. They name no calendar; they are
// meant for the Gregorian one. Years before the first are those of FHIR: -1 is the year before 1.

extension FHIRDate {
  /// Year, month and day, as far as they are known.
  public var dateComponents: DateComponents { DateComponents(year: year, month: month, day: day) }

  /// Makes a date of the year, the month and the day that are there; `nil` without a year, with a day but no month, and
  /// where the calendar does not have it.
  public init?(_ components: DateComponents) {
    guard let year = components.year else { return nil }
    self.init(year: year, month: components.month, day: components.day)
  }
}

extension FHIRTime {
  /// Hour, minute and second, and the nanoseconds where a fraction was written.
  public var dateComponents: DateComponents {
    DateComponents(
      hour: hour, minute: minute, second: second, nanosecond: fractionDigits > 0 ? nanoseconds : nil)
  }

  /// Makes a time of the hour and what follows it; `nil` without an hour, a minute or a second, and where the day does
  /// not have it. Nanoseconds become as few digits as they need.
  public init?(_ components: DateComponents) {
    guard let hour = components.hour, let minute = components.minute, let second = components.second else { return nil }
    var (fraction, digits) = (components.nanosecond ?? 0, components.nanosecond == nil ? 0 : 9)
    while digits > 1, fraction % 10 == 0 { (fraction, digits) = (fraction / 10, digits - 1) }
    self.init(hour: hour, minute: minute, second: second, fraction: fraction, fractionDigits: digits)
  }
}

extension FHIRDateTime {
  /// The components of the date, and where there is a time, its components and the time zone.
  public var dateComponents: DateComponents {
    var components = date.dateComponents
    guard let time, let zone else { return components }
    let clock = time.dateComponents
    (components.hour, components.minute) = (clock.hour, clock.minute)
    (components.second, components.nanosecond) = (clock.second, clock.nanosecond)
    components.timeZone = TimeZone(zone)
    return components
  }

  /// Makes a value of the components that are there: a date, or a date with a time where there is an hour; `nil` where
  /// something is missing before what is there, as a minute without an hour or a time without a time zone.
  public init?(_ components: DateComponents) {
    guard let date = FHIRDate(components) else { return nil }
    guard components.hour != nil || components.minute != nil || components.second != nil else {
      self.init(date)
      return
    }
    guard let time = FHIRTime(components), let zone = components.timeZone else { return nil }
    // Which offset a zone has depends on the day.
    guard let guess = FHIRDateTime(date, time, .utc)?.dateValue,
      let offset = FHIRZone(zone, at: guess - Double(zone.secondsFromGMT(for: guess)))
    else { return nil }
    self.init(date, time, offset)
  }
}

extension FHIRInstant {
  /// The components of day, time and time zone.
  public var dateComponents: DateComponents { dateTime.dateComponents }

  /// Makes an instant of components; `nil` where one is missing.
  public init?(_ components: DateComponents) {
    guard let dateTime = FHIRDateTime(components) else { return nil }
    self.init(dateTime)
  }
}

extension TimeZone {
  /// The zone with a fixed distance from UTC.
  public init?(_ zone: FHIRZone) { self.init(secondsFromGMT: Int(zone.minutes) * 60) }
}

extension FHIRZone {
  /// The distance from UTC that a time zone has at a point in time; `nil` beyond 14 hours. Zero is written `Z`.
  public init?(_ zone: TimeZone, at date: Date) {
    let seconds = zone.secondsFromGMT(for: date)
    if seconds == 0 {
      self = .utc
    } else {
      self.init(minutes: Int((Double(seconds) / 60).rounded()))
    }
  }
}
