import FHIRTape

/// The first character of a string that XML 1.0 does not allow: U+0000 to U+001F except white space, U+FFFE, U+FFFF.
///
/// In valid JSON, control characters are always escapes. A string that contains one of the other two unescaped is
/// marked on the tape like a string with escapes, so all other strings need no search.
struct IllegalCharacter {
  /// The code of the character.
  let code: Int
  /// Its place in the record.
  let range: Range<Int>

  /// `nil` if XML can represent the whole string at `value`.
  init?(in tape: Tape, _ value: TapeIndex) {
    let start = tape.offset(value)
    let end = start + tape.length(value)
    var place = start
    while place < end {
      place = Bytes.firstSpecial(from: tape.bytes + place) - tape.bytes
      guard place < end else { return nil }
      let (code, width) = Self.character(tape.bytes + place)
      if code < 0x20 && code != 0x09 && code != 0x0A && code != 0x0D || code >= 0xFFFE {
        self.code = code
        range = place..<place + width
        return
      }
      place += width
    }
    return nil
  }

  /// The code of a character that is an escape or not ASCII, and its length in bytes; a space for irrelevant
  /// characters.
  private static func character(_ p: UnsafePointer<UInt8>) -> (code: Int, width: Int) {
    switch p[0] {
    case UInt8(ascii: "\\"):
      switch p[1] {
      case UInt8(ascii: "b"): return (0x08, 2)
      case UInt8(ascii: "f"): return (0x0C, 2)
      case UInt8(ascii: "u"): return (JSONString.codeUnit(escapeAt: p), 6)
      default: return (0x20, 2)
      }
    case 0xEF where p[1] == 0xBF && p[2] >= 0xBE: return (p[2] == 0xBE ? 0xFFFE : 0xFFFF, 3)
    default: return (0x20, 1)
    }
  }
}
