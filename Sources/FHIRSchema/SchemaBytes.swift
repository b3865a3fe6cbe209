import FHIRSupport

/// Slices of a schema text: words, names and lines, which are decoded only when somebody asks for text.
extension UnsafeBufferPointer<UInt8> {
  var text: String { String(decoding: self, as: UTF8.self) }

  @inline(__always)
  func isSame(as other: UnsafeBufferPointer<UInt8>) -> Bool { count == other.count && ByteText.isEqual(self, other) }

  @inline(__always) private static func word(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
    UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self)
  }

  /// A number that few other texts have: it depends on the length, and on the first and last eight bytes.
  @inline(__always) var hash: Int {
    guard let first = baseAddress else { return 0 }
    var word: UInt64 = 0
    if count >= 8 {
      let last = Self.word(first + (count &- 8))
      word = Self.word(first) ^ (last &<< 23 | last &>> 41)
    } else {
      for place in 0..<count { word = word &<< 8 | UInt64(first[place]) }
    }
    return Int(truncatingIfNeeded: ((word &+ UInt64(count)) &* 0x9E37_79B9_7F4A_7C15) &>> 32)
  }

  @inline(__always) func slice(_ start: Int, _ end: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: baseAddress.map { $0 + start }, count: end &- start)
  }

  /// The next word at or after a place; empty, at the end, if there is none.
  @inline(__always) func word(from place: Int) -> Range<Int> {
    guard let first = baseAddress else { return 0..<0 }
    var start = place
    while start < count, first[start] == 0x20 { start &+= 1 }
    return Range(uncheckedBounds: (start, firstPlace(of: 0x20, from: start)))
  }

  /// The part before the last full stop and the part behind it; `nil` if there is none.
  func splitAtLastDot() -> (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>)? {
    guard let dot = lastIndex(of: UInt8(ascii: ".")) else { return nil }
    return (slice(0, dot), slice(dot + 1, count))
  }

  /// The text before the first space, and what is behind that; nothing if there is none.
  func cutAtSpace() -> (word: String, rest: UnsafeBufferPointer<UInt8>) {
    let end = firstPlace(of: UInt8(ascii: " "), from: 0)
    return (slice(0, end).text, slice(Swift.min(end + 1, count), count))
  }

  func endOfLine(from start: Int) -> Int { firstPlace(of: 0x0A, from: start) }

  /// The first byte of this value at or after a place; the end if there is none.
  @inline(__always) func firstPlace(of byte: UInt8, from start: Int) -> Int {
    guard let first = baseAddress else { return count }
    var place = start
    // Eight bytes at a time: the difference of such a byte has no bits.
    let pattern = UInt64(byte) &* 0x0101_0101_0101_0101
    while place &+ 8 <= count {
      let difference = UInt64(littleEndian: Self.word(first + place)) ^ pattern
      let found = (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
      if found != 0 { return place &+ found.trailingZeroBitCount / 8 }
      place &+= 8
    }
    while place < count, first[place] != byte { place &+= 1 }
    return place
  }

  @inline(__always) func hasKeyword(_ word: StaticString) -> Bool {
    guard count >= word.utf8CodeUnitCount, let first = baseAddress else { return false }
    let other = word.utf8Start
    var place = 0
    while place < word.utf8CodeUnitCount {
      if first[place] != other[place] { return false }
      place &+= 1
    }
    return true
  }

  @inline(__always) func isWord(_ word: StaticString) -> Bool { count == word.utf8CodeUnitCount && hasKeyword(word) }

  func after(_ word: StaticString) -> UnsafeBufferPointer<UInt8>? {
    hasKeyword(word) ? slice(word.utf8CodeUnitCount, count) : nil
  }
}
