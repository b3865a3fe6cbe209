/// The day of a date as a record writes it: `2019`, `2019-06`, `2019-06-11`, or with a time.
struct PlainDay: Comparable {
  /// Days from a fixed one, with the time as a fraction. A missing month or day counts as the first.
  let number: Double
  let year: Int

  /// `nil` for any other text.
  init?(_ text: String) {
    guard let month = ReportContents.Month(text) else { return nil }
    let digits = text.utf8.map { Int($0) - 0x30 }
    func pair(_ place: Int) -> Int? {
      guard digits.count >= place + 2, case let pair = digits[place..<place + 2], pair.allSatisfy({ 0..<10 ~= $0 })
      else { return nil }
      return pair[place] * 10 + pair[place + 1]
    }
    year = month.year
    // Years begin in March here, so that the day of a leap year comes last.
    let (y, m) = month.month > 2 ? (year, month.month - 3) : (year - 1, month.month + 9)
    let days = 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + min(max(pair(8) ?? 1, 1), 31)
    number = Double(days) + Double((pair(11) ?? 0) * 60 + (pair(14) ?? 0)) / 1440
  }

  static func < (a: PlainDay, b: PlainDay) -> Bool { a.number < b.number }
  static func == (a: PlainDay, b: PlainDay) -> Bool { a.number == b.number }

  /// The date without the time, or with hours and minutes.
  static func shown(_ text: String, withTime: Bool = false) -> String {
    guard PlainDay(text) != nil, text.utf8.count > 10 else { return text }
    let time = text.utf8.dropFirst(11).prefix(5)
    return String(text.prefix(10)) + (withTime && time.count == 5 ? " " + String(decoding: time, as: UTF8.self) : "")
  }
}
