/// Decodes string lexemes that were verified before.
package enum JSONString {
  /// Appends the lexeme's value: escapes are replaced by the bytes that they stand for.
  package static func unescape(_ lexeme: UnsafeBufferPointer<UInt8>, into value: inout [UInt8]) {
    let start = value.count
    // Makes room, which the value then overwrites.
    value.append(contentsOf: lexeme)
    let count = value.withUnsafeMutableBufferPointer { bytes in
      unescape(lexeme, to: UnsafeMutableBufferPointer(rebasing: bytes[start...]))
    }
    value.removeLast(value.count - start - count)
  }

  /// Writes the lexeme's value, and returns its length: never more than the lexeme's, so `value` needs room for that
  /// many bytes.
  static func unescape(_ lexeme: UnsafeBufferPointer<UInt8>, to value: UnsafeMutableBufferPointer<UInt8>) -> Int {
    guard let source = lexeme.baseAddress, let target = value.baseAddress else { return 0 }
    var i = 0
    var count = 0
    while i < lexeme.count {
      // Most of a text has no escapes, and is copied eight bytes at a time.
      if i + 8 <= lexeme.count {
        let word = Bytes.load(source + i)
        UnsafeMutableRawPointer(target + count).storeBytes(of: word.littleEndian, as: UInt64.self)
        let plain = bytesBeforeBackslash(word)
        i += plain
        count += plain
        if plain == 8 { continue }
      }
      guard source[i] == Bytes.backslash, i + 1 < lexeme.count else {
        target[count] = source[i]
        i += 1
        count += 1
        continue
      }
      let escape = source[i + 1]
      i += 2
      guard escape == UInt8(ascii: "u") else {
        target[count] = character(escape)
        count += 1
        continue
      }
      guard let scalar = scalar(lexeme, at: &i) else { continue }
      for byte in scalar.utf8 {
        target[count] = byte
        count += 1
      }
    }
    return count
  }

  /// The number after `\u`, in a verified escape; for a pair of surrogates, the first.
  package static func codeUnit(escapeAt p: UnsafePointer<UInt8>) -> Int { Int(StringScanner.codeUnit(p + 2) ?? 0) }

  @inline(__always) private static func bytesBeforeBackslash(_ word: UInt64) -> Int {
    let other = word ^ 0x5C5C_5C5C_5C5C_5C5C
    // A borrow raises false alarms only above a true one, so the lowest top bit is the first backslash.
    let hits = (other &- 0x0101_0101_0101_0101) & ~other & 0x8080_8080_8080_8080
    return hits.trailingZeroBitCount &>> 3
  }

  private static func character(_ escape: UInt8) -> UInt8 {
    switch escape {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: escape
    }
  }

  /// The scalar whose hexadecimal digits start at `i`, combined with its low surrogate.
  private static func scalar(_ lexeme: UnsafeBufferPointer<UInt8>, at i: inout Int) -> Unicode.Scalar? {
    guard let start = lexeme.baseAddress, i + 4 <= lexeme.count, var code = StringScanner.codeUnit(start + i) else {
      return nil
    }
    i += 4
    if code & 0xFC00 == 0xD800, i + 6 <= lexeme.count, let low = StringScanner.codeUnit(start + i + 2) {
      code = 0x10000 + (code & 0x3FF) << 10 + (low & 0x3FF)
      i += 6
    }
    return Unicode.Scalar(code)
  }
}
