import FHIRPrimitives
import Foundation

/// SplitMix64: the same seed gives the same numbers on every platform, which the standard library does not guarantee.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z &>> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z &>> 31)
  }

  /// A number in the range, uniform enough for generated records.
  mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(truncatingIfNeeded: next() % UInt64(range.count))
  }

  mutating func pick<Element>(_ choices: [Element]) -> Element { choices[number(0...choices.count - 1)] }

  mutating func once(in times: Int) -> Bool { number(1...times) == 1 }

  mutating func uuid() -> String {
    let high = next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    let low = next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    return String(
      format: "%08llx-%04llx-%04llx-%04llx-%012llx", high >> 32, high >> 16 & 0xFFFF, high & 0xFFFF, low >> 48,
      low & 0xFFFF_FFFF_FFFF)
  }
}

/// A moment of the generated records: days and seconds since 1970, in a time zone five hours behind UTC.
struct Moment {
  var day: Int
  var second = 0

  /// `2015-03-09`
  var date: String {
    let (year, month, day) = CalendarDay.date(daysSince1970: day)
    return String(format: "%d-%02d-%02d", year, month, day)
  }

  /// `2015-03-09T14:05:00-05:00`: a `dateTime` and an `instant`.
  var instant: String { date + String(format: "T%02d:%02d:%02d-05:00", second / 3600, second / 60 % 60, second % 60) }

  func later(byMinutes minutes: Int) -> Moment {
    let total = second + minutes * 60
    return Moment(day: day + total / 86_400, second: total % 86_400)
  }
}
