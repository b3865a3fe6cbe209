import FHIRModelRuntime
import FHIRPrimitives
import Foundation

/// A point in time in the local time of a zone, exactly.
struct Second {
  /// Seconds since 1 January 1970 in local time.
  private let local: Int
  private let fraction: Int
  private let fractionDigits: Int
  private let minutesEast: Int
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
    while fractionDigits == nil, digits < 9,
      Self.sum(whole, nanoseconds: cut * Self.power(9 - digits)) != interval
    {
      digits += 1
      cut = Self.cut(rest, to: digits)
    }
    fraction = cut
    self.fractionDigits = digits
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

  private static func power(_ digits: Int) -> Int {
    var power = 1
    for _ in 0..<digits { power *= 10 }
    return power
  }

  /// The first moment of a day in a zone.
  static func midnight(ofDay day: Int, in zone: TimeZone) -> Date {
    let midnight = Date(timeIntervalSinceReferenceDate: Double((day - daysTo2001) * 86_400))
    func offset(_ date: Date) -> Double { Double(zone.secondsFromGMT(for: date)) }
    // If the clock changes that night, midnight occurs by the old offset, by the new one, twice, or never.
    let old = midnight - offset(midnight - 86_400)
    let new = midnight - offset(midnight + 86_400)
    let found = [old, new].filter { $0 + offset($0) == midnight }
    return found.min() ?? old
  }
}
