#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Names of bytes, and tests of eight bytes at a time, for the scanner.
///
/// A load may read up to eight bytes past the current byte: the owner of the bytes keeps ``padding`` readable zero
/// bytes after them. The first zero also ends every loop of the scanner, because JSON never allows NUL.
@usableFromInline
package enum Bytes {
  /// The number of zero bytes after the text.
  @inlinable package static var padding: Int { 64 }

  @inlinable package static var quote: UInt8 { UInt8(ascii: "\"") }
  @inlinable package static var backslash: UInt8 { UInt8(ascii: "\\") }
  @inlinable package static var comma: UInt8 { UInt8(ascii: ",") }
  @inlinable package static var colon: UInt8 { UInt8(ascii: ":") }
  @inlinable package static var openBrace: UInt8 { UInt8(ascii: "{") }
  @inlinable package static var closeBrace: UInt8 { UInt8(ascii: "}") }
  @inlinable package static var openBracket: UInt8 { UInt8(ascii: "[") }
  @inlinable package static var closeBracket: UInt8 { UInt8(ascii: "]") }
  @inlinable package static var newline: UInt8 { UInt8(ascii: "\n") }

  /// Loads eight bytes, the first in the lowest bits.
  @inlinable @inline(__always)
  package static func load(_ p: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(p).loadUnaligned(as: UInt64.self))
  }

  /// The top bit of each byte that a string scan must look at: `"`, `\`, a control character, or non-ASCII.
  ///
  /// `c ^ 2` is below 0x21 exactly for control characters and the quote, so one subtraction finds both. A borrow can
  /// raise false alarms only above a true one, and the callers use only the lowest. Non-ASCII bytes keep their top bit
  /// in the other difference; only 0xDC loses it there, and has it in the first.
  @inlinable @inline(__always)
  package static func special(_ x: UInt64) -> UInt64 {
    let controlOrQuote = (x ^ 0x0202_0202_0202_0202) &- 0x2121_2121_2121_2121
    let backslash = (x ^ 0x5C5C_5C5C_5C5C_5C5C) &- 0x0101_0101_0101_0101
    return (controlOrQuote | backslash) & 0x8080_8080_8080_8080
  }

  /// The first byte at or after `p` that a string scan must look at: see ``special(_:)``.
  @inlinable @inline(__always)
  package static func firstSpecial(from p: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    var p = p
    while true {
      let special = special(load(p))
      if special != 0 { return p + special.trailingZeroBitCount &>> 3 }
      p += 8
    }
  }

  @inlinable @inline(__always)
  package static func isDigit(_ c: UInt8) -> Bool { c &- 0x30 < 10 }

  @inlinable @inline(__always)
  package static func isWhitespace(_ c: UInt8) -> Bool { c == 0x20 || c == 0x0A || c == 0x0D || c == 0x09 }

  /// The first byte at or after `p` that is not white space.
  @inlinable @inline(__always)
  package static func skipWhitespace(_ p: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    p.pointee > 0x20 ? p : skipSomeWhitespace(p)
  }

  /// As ``skipWhitespace(_:)``, for places with one space or none.
  @inlinable @inline(__always)
  package static func skipSpace(_ p: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    if p.pointee > 0x20 { return p }
    return p.pointee == 0x20 && p[1] > 0x20 ? p + 1 : skipMixedWhitespace(p)
  }

  /// As ``skipWhitespace(_:)``, for places with probable white space: a line end and an indent.
  @inlinable @inline(__always)
  package static func skipSomeWhitespace(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    var p = start
    if p.pointee == 0x20 || p.pointee == 0x0A { p += 1 }
    while true {
      let x = load(p) ^ 0x2020_2020_2020_2020
      if x != 0 {
        p += x.trailingZeroBitCount &>> 3
        break
      }
      p += 8
    }
    return p.pointee > 0x20 ? p : skipMixedWhitespace(p)
  }

  /// The first newline at or after `p`, or `end`; reads nothing past `end`.
  package static func newline(
    from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    guard start < end, let found = memchr(start, Int32(newline), end - start) else { return end }
    return UnsafePointer(found.assumingMemoryBound(to: UInt8.self))
  }

  /// Tabs, CRLF, blank lines.
  @usableFromInline @inline(never)
  package static func skipMixedWhitespace(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    var p = start
    while isWhitespace(p.pointee) { p += 1 }
    return p
  }
}

extension Bytes {
  /// Whether two texts of equal length are the same; reads only their bytes.
  @inlinable @inline(__always)
  package static func isEqual(_ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    var place = 0
    if count >= 8 {
      // The last eight bytes may overlap the previous ones.
      while place &+ 8 < count {
        if load(a + place) != load(b + place) { return false }
        place &+= 8
      }
      return load(a + (count &- 8)) == load(b + (count &- 8))
    }
    if count >= 4 { return half(a) == half(b) && half(a + (count &- 4)) == half(b + (count &- 4)) }
    while place < count {
      if a[place] != b[place] { return false }
      place &+= 1
    }
    return true
  }

  /// Four bytes.
  @inlinable @inline(__always)
  static func half(_ p: UnsafePointer<UInt8>) -> UInt32 { UnsafeRawPointer(p).loadUnaligned(as: UInt32.self) }
}
