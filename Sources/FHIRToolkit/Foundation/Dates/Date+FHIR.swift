public import FHIRModelRuntime
public import Foundation
import FHIRPrimitives

// A year, a month or a day is not a point in time, so it is converted only on request: see `dateInterval(in:)`. As in
// FHIR, days are counted by the Gregorian calendar, even before its introduction.

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
}

extension FHIRDate {
  /// Makes the day of a point in time in a time zone; `nil` outside the years that FHIR can express.
  public init?(_ date: Date, in zone: TimeZone = .current) {
    guard let second = Second(date, in: zone, fractionDigits: 0), let day = second.day else {
      return nil
    }
    self = day
  }

  /// The interval that the date may mean: the whole year, month or day, from its first moment to that of the next.
  ///
  /// - Parameter zone: the zone in which days begin. If there is no midnight, as on some days on which summer time
  ///   begins, a day begins with its first moment.
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
}

extension FHIRTime {
  /// Makes the time of day of a point in time in a time zone.
  ///
  /// - Parameter fractionDigits: the number of fraction digits of the second, at most 9.
  public init?(_ date: Date, in zone: TimeZone = .current, fractionDigits: Int = 0) {
    guard let second = Second(date, in: zone, fractionDigits: fractionDigits),
      let time = second.time
    else { return nil }
    self = time
  }
}
