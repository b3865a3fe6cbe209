/// The units of calendar durations: `4 days`, `1 year`.
enum CalendarUnit: Int, CaseIterable {
  case year, month, week, day, hour, minute, second, millisecond

  /// The names in the singular, and the codes in UCUM, in the order of the units.
  private static let names: [StaticString] = [
    "year", "month", "week", "day", "hour", "minute", "second", "millisecond",
  ]
  private static let codes: [StaticString] = ["a", "mo", "wk", "d", "h", "min", "s", "ms"]

  /// The unit of a word in the singular or the plural.
  init?(word: String) {
    guard let unit = Self.allCases.first(where: { word == $0.word || word == $0.word + "s" }) else { return nil }
    self = unit
  }

  /// The unit for a word in the record.
  init?(word: TextSpan) {
    let isPlural = word.count > 1 && word[word.count - 1] == UInt8(ascii: "s")
    let name = isPlural ? word.slice(0, word.count - 1) : word
    guard let unit = Self.allCases.first(where: { name.equals($0.name) }) else { return nil }
    self = unit
  }

  /// The unit that is closest to a UCUM unit: equal for seconds and less, of about the same length for the others.
  init?(ucum: TextSpan) {
    guard let unit = Self.allCases.first(where: { ucum.equals($0.ucum) }) else { return nil }
    self = unit
  }

  var name: StaticString { Self.names[rawValue] }

  /// The name as a new string.
  var word: String { "\(name)" }

  /// The code in UCUM.
  var ucum: StaticString { Self.codes[rawValue] }

  /// The duration in milliseconds; `nil` for months and years, whose length varies.
  var milliseconds: Int64? {
    switch self {
    case .year, .month: nil
    case .week: 604_800_000
    case .day: 86_400_000
    case .hour: 3_600_000
    case .minute: 60_000
    case .second: 1000
    case .millisecond: 1
    }
  }

  /// The duration in the specification's table of calendar units: 365 days for a year, 30 for a month.
  var nominalMilliseconds: Int64 {
    milliseconds ?? (self == .year ? 365 : 30) * 86_400_000
  }
}
