public import FHIRModelRuntime
public import Foundation
import FHIRPrimitives

// A year, a month or a day is no point in time, so nothing here makes one of it unless it is asked for: see
// `dateInterval(in:)`. Days are counted by the Gregorian calendar, also before it was made, as FHIR has it.

extension Date {
  /// The point in time of an instant.
  public init(_ instant: FHIRInstant) { self = instant.dateTime.pointInTime }

  /// The point in time of a date with a time; `nil` for a year, a month or a day.
  public init?(_ dateTime: FHIRDateTime) {
    guard dateTime.time != nil else { return nil }
    self = dateTime.pointInTime
  }
}

extension FHIRInstant {
  /// The point in time.
  public var dateValue: Date { Date(self) }

  /// Makes an instant of a point in time; `nil` outside of the years that FHIR can write.
  ///
  /// - Parameters: as of ``FHIRModelRuntime/FHIRDateTime/init(_:in:fractionDigits:)``.
  public init?(_ date: Date, in zone: TimeZone = .current, fractionDigits: Int? = nil) {
    guard let dateTime = FHIRDateTime(date, in: zone, fractionDigits: fractionDigits) else { return nil }
    self.init(dateTime)
  }
}

extension FHIRDateTime {
  /// The point in time; `nil` for a year, a month or a day: see ``dateInterval(in:)``.
  public var dateValue: Date? { Date(self) }

  /// Makes a date with a time of a point in time; `nil` outside of the years that FHIR can write, 9999 before and after.
  ///
  /// - Parameters:
  ///   - date: the point in time.
  ///   - zone: the time zone that it is written in, with its distance from UTC at that time in whole minutes.
  ///   - fractionDigits: how many digits the fraction of the second gets, at most 9; without it, as few as give the same
  ///     `Date` back. Only within about a hundred days of the beginning of 2001 a `Date` is finer than nine digits.
  public init?(_ date: Date, in zone: TimeZone = .current, fractionDigits: Int? = nil) {
    guard let second = Second(date, in: zone, fractionDigits: fractionDigits),
      let day = second.day, let time = second.time, let zone = second.zone
    else { return nil }
    self.init(day, time, zone)
  }

  /// The time that the value may mean: of a year all of it, of a second with a time that second.
  ///
  /// A date has no zone: `zone` says where its days begin. To take a year for its first moment, ask for `start`.
  public func dateInterval(in zone: TimeZone = .current) -> DateInterval {
    guard let time else { return date.dateInterval(in: zone) }
    let length = (0..<time.fractionDigits).reduce(1.0) { length, _ in length / 10 }
    return DateInterval(start: pointInTime, duration: length)
  }

  /// The point in time, where there is a time.
  fileprivate var pointInTime: Date {
    // Whole seconds from 2001, as `Date` counts them, and then the fraction: so nothing is lost twice.
    let seconds = (date.daysSince1970 - Second.daysTo2001) * 86_400 - Int(zone?.minutes ?? 0) * 60
    guard let time else { return Date(timeIntervalSinceReferenceDate: Double(seconds)) }
    let whole = seconds + (time.hour * 60 + time.minute) * 60 + time.second
    return Date(timeIntervalSinceReferenceDate: Second.sum(whole, nanoseconds: time.nanoseconds))
  }
}

extension FHIRDate {
  /// Makes a day of a point in time: the one that it lies on in a time zone; `nil` outside of the years that FHIR can
  /// write.
  public init?(_ date: Date, in zone: TimeZone = .current) {
    guard let second = Second(date, in: zone, fractionDigits: 0), let day = second.day else {
      return nil
    }
    self = day
  }

  /// The time that the date may mean: all of the year, the month or the day, from its first moment to that of the next.
  ///
  /// - Parameter zone: where the days begin. Where there is no midnight, as on some days on which summer time begins, a
  ///   day begins with its first moment.
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
  /// Makes a time of day of a point in time: what a clock shows in a time zone.
  ///
  /// - Parameter fractionDigits: how many digits the fraction of the second gets, at most 9.
  public init?(_ date: Date, in zone: TimeZone = .current, fractionDigits: Int = 0) {
    guard let second = Second(date, in: zone, fractionDigits: fractionDigits),
      let time = second.time
    else { return nil }
    self = time
  }
}
