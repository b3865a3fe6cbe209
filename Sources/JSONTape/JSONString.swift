/// Decoding of string lexemes that were already verified.
package enum JSONString {
  /// Appends the lexeme's value: escapes become the bytes that they stand for.
  package static func unescape(_ lexeme: UnsafeBufferPointer<UInt8>, into value: inout [UInt8]) {
    value.reserveCapacity(value.count + lexeme.count)
    var i = 0
    while i < lexeme.count {
      let c = lexeme[i]
      guard c == Bytes.backslash, i + 1 < lexeme.count else {
        value.append(c)
        i += 1
        continue
      }
      let escape = lexeme[i + 1]
      i += 2
      switch escape {
      case UInt8(ascii: "b"): value.append(0x08)
      case UInt8(ascii: "f"): value.append(0x0C)
      case UInt8(ascii: "n"): value.append(0x0A)
      case UInt8(ascii: "r"): value.append(0x0D)
      case UInt8(ascii: "t"): value.append(0x09)
      case UInt8(ascii: "u"):
        appendScalar(lexeme, at: &i, into: &value)
      default: value.append(escape)
      }
    }
  }

  /// Appends the scalar whose hexadecimal digits start at `i`, together with its low surrogate's.
  private static func appendScalar(_ lexeme: UnsafeBufferPointer<UInt8>, at i: inout Int, into value: inout [UInt8]) {
    guard let start = lexeme.baseAddress, i + 4 <= lexeme.count, var code = StringScanner.codeUnit(start + i) else {
      return
    }
    i += 4
    if code & 0xFC00 == 0xD800, i + 6 <= lexeme.count, let low = StringScanner.codeUnit(start + i + 2) {
      code = 0x10000 + (code & 0x3FF) << 10 + (low & 0x3FF)
      i += 6
    }
    if let scalar = Unicode.Scalar(code) { value.append(contentsOf: UTF8.encode(scalar) ?? .init()) }
  }
}
