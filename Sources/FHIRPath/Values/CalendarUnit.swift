/// The units of calendar durations: `4 days`, `1 year`.
enum CalendarUnit: Int {
  case year, month, week, day, hour, minute, second, millisecond

  /// The unit of a word in the singular or the plural.
  init?(word: some StringProtocol) {
    switch word {
    case "year", "years": self = .year
    case "month", "months": self = .month
    case "week", "weeks": self = .week
    case "day", "days": self = .day
    case "hour", "hours": self = .hour
    case "minute", "minutes": self = .minute
    case "second", "seconds": self = .second
    case "millisecond", "milliseconds": self = .millisecond
    default: return nil
    }
  }

  /// The unit for a word in the record.
  init?(word: TextSpan) {
    guard let name = word.name else { return nil }
    self.init(word: name)
  }

  /// The unit that is closest to a UCUM unit: equal for seconds and less, of about the same length for the others.
  init?(ucum: TextSpan) {
    switch ucum.name {
    case "a": self = .year
    case "mo": self = .month
    case "wk": self = .week
    case "d": self = .day
    case "h": self = .hour
    case "min": self = .minute
    case "s": self = .second
    case "ms": self = .millisecond
    default: return nil
    }
  }

  var name: StaticString {
    switch self {
    case .year: "year"
    case .month: "month"
    case .week: "week"
    case .day: "day"
    case .hour: "hour"
    case .minute: "minute"
    case .second: "second"
    case .millisecond: "millisecond"
    }
  }

  /// The name as a new string.
  var word: String { "\(name)" }

  /// The code in UCUM.
  var ucum: StaticString {
    switch self {
    case .year: "a"
    case .month: "mo"
    case .week: "wk"
    case .day: "d"
    case .hour: "h"
    case .minute: "min"
    case .second: "s"
    case .millisecond: "ms"
    }
  }

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
