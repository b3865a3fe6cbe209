import FHIRTape

/// Dates and times whose order is that of their texts.
enum PlainMoment {
  /// Below, at or above zero, if the first of two moments is before, equal to or after the second.
  ///
  /// `nil` unless both have the same form, the same zone, and are certainly valid.
  static func order(_ tape: Tape, _ first: TapeIndex, _ second: TapeIndex) -> Int? {
    guard tape.tag(first) == .string, tape.tag(second) == .string, tape.length(first) == tape.length(second) else {
      return nil
    }
    let (a, b) = (TextSpan(tape.lexeme(first), tape.length(first)), TextSpan(tape.lexeme(second), tape.length(second)))
    guard let zone = zone(a), isMoment(a, zone) else { return nil }
    if a.equals(b) { return 0 }
    guard isMoment(b, zone) else { return nil }
    for place in zone..<a.count where a[place] != b[place] { return nil }
    return a.slice(0, zone).compare(b.slice(0, zone))
  }

  /// The start of the zone; the end of the text if there is no time.
  private static func zone(_ text: TextSpan) -> Int? {
    if text.count <= 10 { return text.count }
    if text[text.count - 1] == UInt8(ascii: "Z") { return text.count - 1 }
    let place = text.count - 6
    guard text[place] == UInt8(ascii: "+") || text[place] == UInt8(ascii: "-"), text[place + 3] == UInt8(ascii: ":"),
      let hours = pair(text, place + 1), let minutes = pair(text, place + 4), hours < 14, minutes < 60
    else { return nil }
    return place
  }

  /// Whether the text before the zone is a year, a month, a day, or a day with hours, minutes and seconds.
  private static func isMoment(_ text: TextSpan, _ zone: Int) -> Bool {
    guard zone >= 4, let century = pair(text, 0), let year = pair(text, 2), century > 0 || year > 0 else {
      return false
    }
    if zone == 4 { return true }
    guard zone >= 7, text[4] == UInt8(ascii: "-"), let month = pair(text, 5), 1...12 ~= month else { return false }
    if zone == 7 { return true }
    guard zone >= 10, text[7] == UInt8(ascii: "-"), let day = pair(text, 8), day >= 1 else { return false }
    guard day <= 28 || day <= days(inMonth: month, ofYear: century * 100 + year) else { return false }
    if zone == 10 { return text.count == 10 }
    guard zone >= 19, text[10] == UInt8(ascii: "T"), text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"),
      let hour = pair(text, 11), let minute = pair(text, 14), let second = pair(text, 17), hour < 24, minute < 60,
      second < 60
    else { return false }
    if zone == 19 { return true }
    // At most milliseconds: an evaluation handles finer fractions.
    guard text[19] == UInt8(ascii: "."), 21...23 ~= zone else { return false }
    for place in 20..<zone where text[place] &- 0x30 > 9 { return false }
    return true
  }

  private static func days(inMonth month: Int, ofYear year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The value of two digits.
  private static func pair(_ text: TextSpan, _ place: Int) -> Int? {
    let (tens, ones) = (text[place] &- 0x30, text[place + 1] &- 0x30)
    return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : nil
  }
}
