#if arch(x86_64)
  public import _Builtin_intrinsics.intel
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Names of bytes, and tests of sixteen bytes at a time, for the scanner.
///
/// Loads may read up to 32 bytes past the current byte: the owner of the bytes keeps ``padding`` readable zero
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
  @inlinable @inline(__always) package static func load(_ p: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(p).loadUnaligned(as: UInt64.self))
  }

  @inlinable @inline(__always) package static func block(_ p: UnsafePointer<UInt8>) -> SIMD16<UInt8> {
    UnsafeRawPointer(p).loadUnaligned(as: SIMD16<UInt8>.self)
  }

  @inlinable @inline(__always)
  package static func equal(_ block: SIMD16<UInt8>, _ byte: UInt8) -> SIMDMask<SIMD16<Int8>> {
    block .== SIMD16(repeating: byte)
  }

  #if arch(x86_64)
    /// The marks as bits, the first in the lowest; Swift's vectors do not offer the instruction.
    @inlinable @inline(__always) static func bits(_ marks: SIMDMask<SIMD16<Int8>>) -> UInt32 {
      UInt32(truncatingIfNeeded: _mm_movemask_epi8(unsafeBitCast(marks, to: __m128i.self)))
    }

    /// The place of the first of sixteen marks.
    @inlinable @inline(__always) package static func first(_ marks: SIMDMask<SIMD16<Int8>>) -> Int? {
      let bits = bits(marks)
      return bits == 0 ? nil : bits.trailingZeroBitCount
    }

    /// How many of 32 places have marks, from the first on.
    @inline(__always)
    static func run(_ marks: SIMDMask<SIMD16<Int8>>, _ more: SIMDMask<SIMD16<Int8>>) -> Int {
      (~(bits(marks) | bits(more) &<< 16)).trailingZeroBitCount
    }
  #else
    @inlinable @inline(__always) package static func first(_ marks: SIMDMask<SIMD16<Int8>>) -> Int? {
      // Half of each mark is left, which takes one instruction on ARM.
      let halves = SIMD8<UInt8>(truncatingIfNeeded: unsafeBitCast(marks, to: SIMD8<UInt16>.self) &>> 4)
      let bits = UInt64(littleEndian: unsafeBitCast(halves, to: UInt64.self))
      return bits == 0 ? nil : bits.trailingZeroBitCount &>> 2
    }

    @inline(__always)
    static func run(_ marks: SIMDMask<SIMD16<Int8>>, _ more: SIMDMask<SIMD16<Int8>>) -> Int {
      first(.!marks) ?? 16 &+ (first(.!more) ?? 16)
    }
  #endif

  /// The first byte at or after `p` that a string scan must look at: `"`, `\`, a control character, or non-ASCII.
  @inlinable @inline(__always)
  package static func firstSpecial(from start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    var p = start
    while true {
      let x = block(p)
      // As numbers with a sign, all that are not ASCII are below the controls.
      let isControl = unsafeBitCast(x, to: SIMD16<Int8>.self) .< SIMD16<Int8>(repeating: 0x20)
      if let place = first(isControl .| equal(x, quote) .| equal(x, backslash)) { return p + place }
      p += 16
    }
  }

  @inlinable @inline(__always) package static func isDigit(_ c: UInt8) -> Bool { c &- 0x30 < 10 }

  @inlinable @inline(__always)
  package static func isWhitespace(_ c: UInt8) -> Bool { c == 0x20 || c == 0x0A || c == 0x0D || c == 0x09 }

  /// The first byte at or after `p` that is not white space.
  @inlinable @inline(__always) package static func skipWhitespace(_ p: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    p.pointee > 0x20 ? p : skipSomeWhitespace(p)
  }

  /// As ``skipWhitespace(_:)``, for places with one space or none.
  @inlinable @inline(__always) package static func skipSpace(_ p: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
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

  /// The first place of a byte from `start` on, or `end`; reads nothing past `end`.
  package static func first(
    _ byte: UInt8, from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    guard start < end, let found = memchr(start, Int32(byte), end - start) else { return end }
    return UnsafePointer(found.assumingMemoryBound(to: UInt8.self))
  }

  /// The place of the last of the bytes before `end` that is a given one, -1 for none; reads nothing else.
  package static func last(_ byte: UInt8, of p: UnsafePointer<UInt8>, before end: Int) -> Int {
    let lows: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    let wanted = UInt64(byte) &* 0x0101_0101_0101_0101
    var end = end
    while end >= 8 {
      let other = load(p + (end &- 8)) ^ wanted
      // There is no carry: the bytes do not affect each other.
      let found = ~((other & lows) &+ lows | other | lows)
      if found != 0 { return end &- 1 &- found.leadingZeroBitCount &>> 3 }
      end &-= 8
    }
    while end > 0, p[end &- 1] != byte { end &-= 1 }
    return end &- 1
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

  @inlinable @inline(__always)
  static func half(_ p: UnsafePointer<UInt8>) -> UInt32 { UnsafeRawPointer(p).loadUnaligned(as: UInt32.self) }
}
