/// Numbers and literals: rare between strings and containers, and outside the loop so that it keeps its registers.
extension TapeBuilder {
  /// Writes the word of the number or literal at `p`, and returns the place after it; `nil` if there is none.
  @inline(never) static func scalar(
    _ p: UnsafePointer<UInt8>, _ bytes: UnsafePointer<UInt8>, _ word: UnsafeMutablePointer<UInt64>
  ) -> UnsafePointer<UInt8>? {
    if Bytes.isDigit(p.pointee) || p.pointee == UInt8(ascii: "-") {
      let number = NumberScanner.scan(p)
      guard number.isValid, canEndNumber(number.end.pointee) else { return nil }
      word.pointee = TapeLayout.word(number.tag, length: number.end - p, offset: p - bytes)
      return number.end
    }
    let tag: TapeTag
    var length = 4
    switch UnsafeRawPointer(p).loadUnaligned(as: UInt32.self) {
    case UInt32(littleEndian: 0x6575_7274): tag = .true
    case UInt32(littleEndian: 0x6C6C_756E): tag = .null
    case UInt32(littleEndian: 0x736C_6166) where p[4] == UInt8(ascii: "e"):
      tag = .false
      length = 5
    default: return nil
    }
    guard !isWord(p[length]) else { return nil }
    word.pointee = TapeLayout.word(tag, length: length, offset: p - bytes)
    return p + length
  }

  /// Whether a byte may follow a number; `2020-01-31` and `1.2.3` are faults of the whole number.
  @inline(__always) static func canEndNumber(_ c: UInt8) -> Bool {
    c == Bytes.comma || c <= 0x20 || !(isWord(c) || c == 0x2B || c == 0x2D || c == 0x2E)
  }

  @inline(__always)
  static func isWord(_ c: UInt8) -> Bool { Bytes.isDigit(c) || (c | 0x20) &- 0x61 < 26 || c == UInt8(ascii: "_") }
}
