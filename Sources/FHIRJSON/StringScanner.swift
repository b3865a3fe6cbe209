/// The rest of a string from its first escape or non-ASCII byte: escapes and UTF-8 are verified, nothing is decoded.
enum StringScanner {
  struct Rest {
    /// The offset of the closing quote, or of the offending byte.
    var end: UnsafePointer<UInt8>
    /// Whether there are escapes, or characters that XML does not allow.
    var hasEscapes: Bool
    /// `nil` if the string is valid.
    var fault: SyntaxError.Code?
    var faultLength = 1
  }

  /// Writes the word of a string or key whose bytes before `start` are ordinary ASCII characters, and returns its
  /// closing quote; `nil` if there is a fault, which ``scanRest(_:limit:)`` describes.
  @inline(never) static func scanRest(
    of text: UnsafePointer<UInt8>, from start: UnsafePointer<UInt8>, to limit: UnsafePointer<UInt8>, _ base: UInt64,
    _ word: UnsafeMutablePointer<UInt64>
  ) -> UnsafePointer<UInt8>? {
    let rest = scanRest(start, limit: limit)
    if rest.fault != nil { return nil }
    // The tag of a text with escapes follows that of one without.
    word.pointee = TapeLayout.word(base, from: text, to: rest.end) &+ (rest.hasEscapes ? 1 &<< 60 : 0)
    return rest.end
  }

  /// Scans from `start`, a byte that is not an ordinary ASCII character of a string.
  static func scanRest(_ start: UnsafePointer<UInt8>, limit: UnsafePointer<UInt8>) -> Rest {
    var p = start
    var hasEscapes = false
    while true {
      p = Bytes.firstSpecial(from: p)
      let c = p.pointee
      if c == Bytes.quote { return Rest(end: p, hasEscapes: hasEscapes, fault: nil) }
      // Later bytes are not part of the text; if no zeros follow it, the loop must not pass an escaped quote.
      if p >= limit { return Rest(end: limit, hasEscapes: hasEscapes, fault: .unexpectedEnd) }
      if c == Bytes.backslash {
        hasEscapes = true
        // Narratives contain many of these two.
        if p[1] == Bytes.quote || p[1] == UInt8(ascii: "n") {
          p += 2
          continue
        }
        let escape = scanEscape(p, limit: limit)
        if let fault = escape.fault {
          let end = fault == .unexpectedEnd ? limit : p
          return Rest(end: end, hasEscapes: true, fault: fault, faultLength: escape.length)
        }
        p += escape.length
      } else if c >= 0x80 {
        let length = UTF8Sequence.length(p)
        if length == 0 {
          let isCut = UTF8Sequence.isCut(p, limit: limit)
          return Rest(end: isCut ? limit : p, hasEscapes: hasEscapes, fault: isCut ? .unexpectedEnd : .invalidUTF8)
        }
        // XML allows neither U+FFFE nor U+FFFF: a string that has one is checked again later, like a string with
        // escapes.
        if c == 0xEF, p[1] == 0xBF, p[2] >= 0xBE { hasEscapes = true }
        p += length
      } else {
        return Rest(end: p, hasEscapes: hasEscapes, fault: .controlCharacter)
      }
    }
  }

  /// The escape at `p`, which is a backslash: its length, including both surrogates of a pair, or its fault.
  private static func scanEscape(
    _ p: UnsafePointer<UInt8>, limit: UnsafePointer<UInt8>
  ) -> (length: Int, fault: SyntaxError.Code?) {
    switch p[1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return (2, nil)
    case UInt8(ascii: "u"):
      guard let unit = codeUnit(p + 2) else { return badHex(p + 2, limit: limit) }
      if unit & 0xF800 != 0xD800 { return (6, nil) }
      if unit >= 0xDC00 { return (6, .loneSurrogate) }
      if p + 6 >= limit || (p + 7 >= limit && p[6] == Bytes.backslash) { return (0, .unexpectedEnd) }
      guard p[6] == Bytes.backslash, p[7] == UInt8(ascii: "u") else { return (6, .loneSurrogate) }
      guard let low = codeUnit(p + 8) else {
        let bad = badHex(p + 8, limit: limit)
        return bad.fault == .unexpectedEnd ? bad : (6, .loneSurrogate)
      }
      return low & 0xFC00 == 0xDC00 ? (12, nil) : (6, .loneSurrogate)
    default: return p + 1 >= limit ? (0, .unexpectedEnd) : (2, .invalidEscape)
    }
  }

  private static func badHex(
    _ digits: UnsafePointer<UInt8>, limit: UnsafePointer<UInt8>
  ) -> (length: Int, fault: SyntaxError.Code?) {
    var n = 0
    while n < 4, hexValue(digits[n]) != nil { n += 1 }
    return digits + n >= limit ? (0, .unexpectedEnd) : (2, .invalidEscape)
  }

  /// The value of four hexadecimal digits.
  static func codeUnit(_ p: UnsafePointer<UInt8>) -> UInt32? {
    var unit: UInt32 = 0
    for i in 0..<4 {
      guard let digit = hexValue(p[i]) else { return nil }
      unit = unit << 4 | digit
    }
    return unit
  }

  private static func hexValue(_ c: UInt8) -> UInt32? {
    switch c {
    case 0x30...0x39: UInt32(c - 0x30)
    case 0x41...0x46: UInt32(c - 0x41 + 10)
    case 0x61...0x66: UInt32(c - 0x61 + 10)
    default: nil
    }
  }
}
