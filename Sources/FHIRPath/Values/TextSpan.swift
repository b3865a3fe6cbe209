import FHIRTape

/// Bytes of text that another object owns: the record, the program, or the evaluation's arena.
struct TextSpan: Hashable, @unchecked Sendable {
  // @unchecked: the bytes are written before the span is made, and never change afterwards.
  var start: UnsafePointer<UInt8>
  var count: Int

  init(_ start: UnsafePointer<UInt8>, _ count: Int) { (self.start, self.count) = (start, count) }

  init(_ text: StaticString) { self.init(text.utf8Start, text.utf8CodeUnitCount) }

  static let empty = TextSpan("" as StaticString)

  var buffer: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

  var string: String { String(decoding: buffer, as: UTF8.self) }

  /// The text as a string for tables of names, `nil` if it is longer than any name or not ASCII. Only ASCII strings are
  /// compared and hashed by their bytes: others are normalised first, which takes quadratic time for a run of combining
  /// marks.
  var name: String? { count <= 64 && buffer.allSatisfy { $0 < 0x80 } ? string : nil }

  subscript(_ index: Int) -> UInt8 { start[index] }

  /// A part of the text; the bounds must be within it.
  func slice(_ from: Int, _ to: Int) -> TextSpan { TextSpan(start + from, to - from) }

  /// A name without the underscore that it has as the key of a sibling, and whether it has one.
  var withoutUnderscore: (name: TextSpan, isSibling: Bool) {
    count > 1 && self[0] == UInt8(ascii: "_") ? (slice(1, count), true) : (self, false)
  }

  @inline(__always)
  func equals(_ other: TextSpan) -> Bool { count == other.count && Bytes.isEqual(start, other.start, count) }

  func equals(_ text: StaticString) -> Bool { equals(TextSpan(text)) }

  static func == (a: TextSpan, b: TextSpan) -> Bool { a.equals(b) }

  func hash(into hasher: inout Hasher) { hasher.combine(bytes: UnsafeRawBufferPointer(buffer)) }

  func hasPrefix(_ prefix: TextSpan, at place: Int = 0) -> Bool {
    place + prefix.count <= count && Bytes.isEqual(start + place, prefix.start, prefix.count)
  }

  /// The place of the first occurrence of a text at or after a place, in linear time.
  func firstIndex(of needle: TextSpan, from place: Int = 0) -> Int? {
    if needle.count == 0 { return place <= count ? place : nil }
    // The search of Knuth, Morris and Pratt: after a mismatch it continues with the part that is known to match.
    return withUnsafeTemporaryAllocation(of: Int.self, capacity: needle.count) { borders in
      borders.initialize(repeating: 0)
      var matched = 0
      for index in 1..<needle.count {
        while matched > 0, needle[index] != needle[matched] { matched = borders[matched - 1] }
        if needle[index] == needle[matched] { matched += 1 }
        borders[index] = matched
      }
      matched = 0
      for index in place..<max(place, count) {
        while matched > 0, start[index] != needle[matched] { matched = borders[matched - 1] }
        if start[index] == needle[matched] { matched += 1 }
        if matched == needle.count { return index + 1 - matched }
      }
      return nil
    }
  }

  /// Below, at or above zero in the order of the code points, which for UTF-8 is the order of the bytes.
  func compare(_ other: TextSpan) -> Int {
    let shared = min(count, other.count)
    for index in 0..<shared where start[index] != other.start[index] {
      return start[index] < other.start[index] ? -1 : 1
    }
    return count < other.count ? -1 : count == other.count ? 0 : 1
  }
}
