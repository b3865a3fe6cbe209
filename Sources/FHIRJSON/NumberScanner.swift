/// The number grammar of RFC 8259, section 6. Nothing is converted: the lexeme is the value.
enum NumberScanner {
  struct Number {
    /// After the last byte of the number, or at the offending byte.
    var end: UnsafePointer<UInt8>
    var tag: TapeTag
    var isValid: Bool
  }

  /// Reads the number at `start`, a digit or a minus sign.
  @inline(__always) static func scan(_ start: UnsafePointer<UInt8>) -> Number {
    var p = start
    if p.pointee == UInt8(ascii: "-") { p += 1 }
    if p.pointee == UInt8(ascii: "0") {
      p += 1
      if Bytes.isDigit(p.pointee) { return Number(end: p, tag: .integer, isValid: false) }
    } else {
      guard Bytes.isDigit(p.pointee) else { return Number(end: p, tag: .integer, isValid: false) }
      repeat { p += 1 } while Bytes.isDigit(p.pointee)
    }
    var tag = TapeTag.integer
    if p.pointee == UInt8(ascii: ".") {
      p += 1
      guard Bytes.isDigit(p.pointee) else { return Number(end: p, tag: .decimal, isValid: false) }
      repeat { p += 1 } while Bytes.isDigit(p.pointee)
      tag = .decimal
    }
    if p.pointee | 0x20 == UInt8(ascii: "e") {
      p += 1
      if p.pointee == UInt8(ascii: "+") || p.pointee == UInt8(ascii: "-") { p += 1 }
      guard Bytes.isDigit(p.pointee) else { return Number(end: p, tag: .exponent, isValid: false) }
      repeat { p += 1 } while Bytes.isDigit(p.pointee)
      tag = .exponent
    }
    return Number(end: p, tag: tag, isValid: true)
  }
}
