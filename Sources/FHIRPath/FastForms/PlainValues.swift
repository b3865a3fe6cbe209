import FHIRPrimitives
import FHIRTape

/// A member of an object, or the only item of a path, if it can be found without an evaluation.
enum PlainMember {
  case absent
  case value(TapeIndex)
  /// Only for a path.
  case several
  /// A name has an escape, or the member has a `_` sibling, or the key may be a choice.
  case odd
}

extension Tape {
  /// Finds the first member with a name, as an evaluation does; if an evaluation would find more, the result is `odd`.
  @inline(never) func plain(_ name: TextSpan, of object: TapeIndex, mayBeChoice: Bool) -> PlainMember {
    guard tag(object) == .object else { return .odd }
    let (text, count) = (name.start, name.count)
    for key in keys(of: object) {
      guard tag(key) == .key else { return .odd }
      if length(key) >= count {
        if length(key) == count {
          if Bytes.isEqual(lexeme(key), text, count) { return .value(key.value) }
        } else if isAkin(key, text, count, mayBeChoice: mayBeChoice) {
          return .odd
        }
      }
    }
    return .absent
  }

  /// Finds the first form of a choice, as an evaluation does: that the type has it is known, and a member with the name
  /// alone, or with the name and another type, is left to an evaluation.
  @inline(never)
  func plainChoice(_ name: TextSpan, among forms: UnsafeBufferPointer<TextSpan>, of object: TapeIndex) -> PlainMember {
    guard tag(object) == .object else { return .odd }
    let (text, count) = (name.start, name.count)
    var found = PlainMember.absent
    for key in keys(of: object) {
      guard tag(key) == .key else { return .odd }
      if length(key) == count {
        if Bytes.isEqual(lexeme(key), text, count) { return .odd }
      } else if length(key) > count, isAkin(key, text, count, mayBeChoice: true) {
        guard forms.contains(span(key)) else { return .odd }
        if case .absent = found { found = .value(key.value) }
      }
    }
    return found
  }

  /// Whether a longer key is the name after an underscore, or the name with a type.
  @inline(__always)
  func isAkin(_ key: TapeIndex, _ name: UnsafePointer<UInt8>, _ count: Int, mayBeChoice: Bool) -> Bool {
    let text = lexeme(key)
    if text[0] == UInt8(ascii: "_") {
      guard Bytes.isEqual(text + 1, name, count) else { return false }
      return length(key) == count &+ 1 || mayBeChoice && text[count &+ 1] &- 0x41 < 26
    }
    return mayBeChoice && text[0] == name[0] && text[count] &- 0x41 < 26 && Bytes.isEqual(text, name, count)
  }
}

/// Dates and times whose order is that of their texts.
enum PlainMoment {
  /// Below, at or above zero, if the first of two moments is before, equal to or after the second. `nil` unless both
  /// have the same form, the same zone, and are certainly valid.
  static func order(_ tape: Tape, _ first: TapeIndex, _ second: TapeIndex) -> Int? {
    guard tape.tag(first) == .string, tape.tag(second) == .string, tape.length(first) == tape.length(second) else {
      return nil
    }
    let (a, b) = (tape.span(first), tape.span(second))
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
    case 4, 7, 10: DateGrammar.check(text.start, text.count, []).isNone
    default: DateTimeGrammar.isPlainTimestamp(text.start, text.count)
    }
  }
}
