import FHIRTape

/// One character of the text in a JSON string, as far as XML's grammar needs it, and its length in bytes. The lexeme is
/// read undecoded, so that places in the text are places in the input. The reader has verified it: escapes are
/// complete, surrogates come in pairs, and the byte after it is the closing quote, which no lexeme can contain.
struct JSONTextUnit {
  /// The character if it is ASCII; a value from 0x80 up stands for any other.
  var value: UInt8
  /// The number of bytes of the character; 1 for each byte of an unescaped character that is not ASCII.
  var width: Int

  /// The end of the lexeme.
  static let end: UInt8 = 0
  /// A character that XML does not allow, such as an escaped control character.
  static let illegal: UInt8 = 1

  @inline(__always) init(at p: UnsafePointer<UInt8>) {
    let c = p.pointee
    if c == Bytes.backslash || c == Bytes.quote || c == 0xEF {
      self = Self.odd(at: p)
    } else {
      (value, width) = (c, 1)
    }
  }

  private init(_ value: UInt8, _ width: Int) { (self.value, self.width) = (value, width) }

  var isWhitespace: Bool { Bytes.isWhitespace(value) }

  @inline(never) private static func odd(at p: UnsafePointer<UInt8>) -> JSONTextUnit {
    if p.pointee == Bytes.quote { return JSONTextUnit(end, 0) }
    if p.pointee == 0xEF {
      // U+FFFE and U+FFFF.
      return p[1] == 0xBF && p[2] >= 0xBE ? JSONTextUnit(illegal, 3) : JSONTextUnit(0xEF, 1)
    }
    switch p[1] {
    case UInt8(ascii: "n"): return JSONTextUnit(0x0A, 2)
    case UInt8(ascii: "t"): return JSONTextUnit(0x09, 2)
    case UInt8(ascii: "r"): return JSONTextUnit(0x0D, 2)
    case UInt8(ascii: "b"), UInt8(ascii: "f"): return JSONTextUnit(illegal, 2)
    case UInt8(ascii: "u"):
      let code = JSONString.codeUnit(escapeAt: p)
      switch code {
      case 0x09, 0x0A, 0x0D, 0x20..<0x80: return JSONTextUnit(UInt8(truncatingIfNeeded: code), 6)
      case 0..<0x20, 0xFFFE, 0xFFFF: return JSONTextUnit(illegal, 6)
      // A high surrogate, and the low one after it.
      case 0xD800..<0xDC00: return JSONTextUnit(0x80, 12)
      default: return JSONTextUnit(0x80, 6)
      }
    default: return JSONTextUnit(p[1], 2)
    }
  }

  /// The start of `text` if it ends at `p`; `nil` if something else is there.
  static func start(
    of text: StaticString, before p: UnsafePointer<UInt8>, notBefore start: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8>? {
    var p = p
    for i in (0..<text.utf8CodeUnitCount).reversed() {
      if p > start, p[-1] == text.utf8Start[i] {
        p -= 1
        continue
      }
      // The character is written as an escape. A backslash after a backslash begins none.
      guard p - start >= 6, JSONTextUnit(at: p - 6).value == text.utf8Start[i], p[-6] == Bytes.backslash, p[-5] == 0x75
      else { return nil }
      p -= 6
      var before = p
      while before > start, before[-1] == Bytes.backslash { before -= 1 }
      if (p - before) % 2 == 1 { return nil }
    }
    return p
  }

  /// The first byte at or after `p` that is not plain text: `<`, `>`, `&`, a backslash, a quote, or the first byte of
  /// U+FFFE. With `quotes` also an apostrophe; then `#` may be a false alarm.
  @inline(__always) static func firstSpecial(from start: UnsafePointer<UInt8>, quotes: Bool) -> UnsafePointer<UInt8> {
    // `<` and `>` differ in one bit, `&` and `"` in one, these two and `'` in two.
    let fold = SIMD16<UInt8>(repeating: quotes ? 5 : 4)
    var p = start
    while true {
      let x = Bytes.block(p)
      let isMarkup =
        Bytes.equal(x | SIMD16(repeating: 2), UInt8(ascii: ">")) .| Bytes.equal(x | fold, quotes ? 0x27 : 0x26)
      let isOther = Bytes.equal(x, Bytes.backslash) .| Bytes.equal(x, 0xEF)
      if let place = Bytes.first(isMarkup .| isOther) { return p + place }
      p += 16
    }
  }

  /// The first character at or after `p` that is not white space.
  @inline(__always) static func skipWhitespace(_ p: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    p.pointee > 0x20 && p.pointee != Bytes.backslash ? p : skipSomeWhitespace(p)
  }

  /// As ``skipWhitespace(_:)``, for places with probable white space: a line end, written as an escape, and an indent.
  @inline(never) private static func skipSomeWhitespace(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    var p = start
    while true {
      if p.pointee == 0x20 {
        let other = Bytes.load(p) ^ 0x2020_2020_2020_2020
        p += other == 0 ? 8 : other.trailingZeroBitCount &>> 3
        continue
      }
      let unit = JSONTextUnit(at: p)
      if !unit.isWhitespace { return p }
      p += unit.width
    }
  }

  /// The UTF-8 bytes of the character with a number; NUL if there is none.
  static func bytes(code: Int) -> UTF8.EncodedScalar {
    UTF8.encode(UInt32(exactly: code).flatMap(Unicode.Scalar.init) ?? "\0") ?? .init()
  }

  /// Those of the character for the escape `\u` at `p`, including a second escape for a pair of surrogates.
  static func bytes(escapeAt p: UnsafePointer<UInt8>) -> UTF8.EncodedScalar {
    let code = JSONString.codeUnit(escapeAt: p)
    guard code & 0xFC00 == 0xD800 else { return bytes(code: code) }
    return bytes(code: 0x10000 + (code & 0x3FF) << 10 + (JSONString.codeUnit(escapeAt: p + 6) & 0x3FF))
  }
}
