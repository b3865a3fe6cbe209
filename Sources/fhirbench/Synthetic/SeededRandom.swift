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

  mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[number(0...choices.count - 1)]
  }

  /// True with a probability of one in `times`.
  mutating func once(in times: Int) -> Bool { number(1...times) == 1 }

  /// A UUID of version 4.
  mutating func uuid() -> String {
    let high = next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    let low = next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    let (first, last) = (Self.digits(high), Self.digits(low))
    return "\(first.prefix(8))-\(first.dropFirst(8).prefix(4))-\(first.suffix(4))-\(last.prefix(4))-\(last.suffix(12))"
  }

  /// The sixteen hexadecimal digits of a word.
  private static func digits(_ word: UInt64) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// A moment of the generated records: days and seconds since 1970, in a time zone five hours behind UTC.
struct Moment {
  var day: Int
  var second = 0

  /// `2015-03-09`
  var date: String {
    // Howard Hinnant's algorithm: years begin in March, so that the leap day is the last.
    let shifted = day + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
    let civilMonth = month < 10 ? month + 3 : month - 9
    return "\(year)-\(Self.twoDigits(civilMonth))-\(Self.twoDigits(dayOfYear - (153 * month + 2) / 5 + 1))"
  }

  /// `2015-03-09T14:05:00-05:00`: a `dateTime` and an `instant`.
  var instant: String {
    let hour = Self.twoDigits(second / 3600)
    return "\(date)T\(hour):\(Self.twoDigits(second / 60 % 60)):\(Self.twoDigits(second % 60))-05:00"
  }

  func later(byMinutes minutes: Int) -> Moment {
    let total = second + minutes * 60
    return Moment(day: day + total / 86_400, second: total % 86_400)
  }

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
