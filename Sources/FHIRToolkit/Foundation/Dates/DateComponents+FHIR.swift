public import FHIRModelRuntime
public import Foundation

// Components have only the parts of the value: those of a year have a year. They name no calendar; the Gregorian one is
// meant. Years before year 1 are FHIR's: -1 is the year before 1.

extension FHIRDate {
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
  /// Hour, minute and second, and the nanoseconds if a fraction was written.
  public var dateComponents: DateComponents {
    DateComponents(
      hour: hour, minute: minute, second: second, nanosecond: fractionDigits > 0 ? nanoseconds : nil)
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

extension FHIRDateTime {
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

extension MomentChoice {
  /// The parts of the date that are given, with the zone; `nil` for anything else.
  public var dateComponents: DateComponents? { moment?.dateComponents }
}

extension FHIRInstant {
  /// The components of day, time and time zone.
  public var dateComponents: DateComponents { dateTime.dateComponents }

  /// Makes an instant of components; `nil` if one is missing.
  public init?(_ components: DateComponents) {
    guard let dateTime = FHIRDateTime(components) else { return nil }
    self.init(dateTime)
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
    if seconds == 0 {
      self = .utc
    } else {
      self.init(minutes: Int((Double(seconds) / 60).rounded()))
    }
  }
}
