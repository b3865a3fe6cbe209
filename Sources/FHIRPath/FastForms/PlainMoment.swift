import FHIRPrimitives
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
    guard isMoment(a), isMoment(b) else { return nil }
    let zone = zone(a)
    guard a.slice(zone, a.count).equals(b.slice(zone, b.count)) else { return nil }
    return a.slice(0, zone).compare(b.slice(0, zone))
  }

  /// The start of the zone of a moment; the end of the text if there is no time.
  private static func zone(_ text: TextSpan) -> Int {
    if text.count <= 10 { return text.count }
    return text.count - (text[text.count - 1] == UInt8(ascii: "Z") ? 1 : 6)
  }

  /// Whether the text is a year, a month, a day, or one of the forms of a time that servers write.
  static func isMoment(_ text: TextSpan) -> Bool {
    switch text.count {
    case 10: return DateGrammar.isPlainDay(text.start, 10)
    case 7: return text[4] == UInt8(ascii: "-") && isYear(text) && 1...12 ~= pair(text, 5)
    case 4: return isYear(text)
    default: return DateTimeGrammar.isPlainTimestamp(text.start, text.count)
    }
  }

  private static func isYear(_ text: TextSpan) -> Bool {
    let (century, year) = (pair(text, 0), pair(text, 2))
    return century >= 0 && year >= 0 && century + year > 0
  }

  /// The value of two digits; below zero for other characters.
  private static func pair(_ text: TextSpan, _ place: Int) -> Int {
    let (tens, ones) = (text[place] &- 0x30, text[place + 1] &- 0x30)
    return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : -1
  }
}
