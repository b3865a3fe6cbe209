import FHIRTape

/// The first character of a string that XML 1.0 does not have: U+0000 to U+001F but for white space, U+FFFE and U+FFFF.
///
/// In a JSON that was read the first kind are escapes. Of the others the tape makes sure that a string which has one as it
/// is counts as one with escapes, so that all the rest need not be searched.
struct IllegalCharacter {
  /// The number of the character.
  let code: Int
  /// Where it stands in the record.
  let range: Range<Int>

  /// `nil` where XML can carry the whole string at `value`.
  init?(in tape: Tape, _ value: Int) {
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

  /// A character that is an escape or not ASCII, by its number, and its bytes; of one that is of no interest a space.
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
