import FHIRTape
import FHIRSupport

/// The value of an attribute as UTF-8 bytes, with JSON escapes and XML references resolved.
///
/// The scanner has read the value before, so its references are complete. A reference to an unknown entity becomes NUL.
struct NarrativeText: Sequence, IteratorProtocol {
  private var p: UnsafePointer<UInt8>
  private let end: UnsafePointer<UInt8>
  /// The remaining bytes of a character beyond ASCII that was written as an escape or reference.
  private var rest = JSONTextUnit.UTF8Bytes()

  init(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) {
    p = start
    self.end = end
  }

  mutating func next() -> UInt8? {
    if let byte = rest.next() { return byte }
    guard p < end else { return nil }
    let unit = JSONTextUnit(at: p)
    if unit.value == UInt8(ascii: "&") {
      let reference = NarrativeReference(p + unit.width)
      p = reference.end
      rest = JSONTextUnit.UTF8Bytes(code: reference.code)
      return rest.next()
    }
    defer { p += Swift.max(unit.width, 1) }
    guard unit.value >= 0x80, unit.width > 1 else { return unit.value }
    rest = JSONTextUnit.UTF8Bytes(escapeAt: p)
    return rest.next()
  }

  func equals(_ text: StaticString) -> Bool {
    // Usually the value has no escapes.
    if end - p == text.utf8CodeUnitCount, Bytes.isEqual(p, text.utf8Start, text.utf8CodeUnitCount) { return true }
    var rest = self
    for i in 0..<text.utf8CodeUnitCount where rest.next() != text.utf8Start[i] { return false }
    return rest.next() == nil
  }

  /// 64 bits of the text's hash with the key of this process.
  var hash: UInt64 {
    // Each byte of the text has at least one in the lexeme.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: end - p + 1) { bytes in
      bytes.initialize(repeating: 0)
      var count = 0
      for byte in self {
        bytes[count] = byte
        count += 1
      }
      return KeyedHash.process.hash(UnsafePointer(bytes.baseAddress!), count).low
    }
  }

  /// The address after `text`, if the lexeme has this text at `p`.
  static func skip(_ text: StaticString, at p: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
    var p = p
    for i in 0..<text.utf8CodeUnitCount {
      let unit = JSONTextUnit(at: p)
      guard unit.value == text.utf8Start[i] else { return nil }
      p += unit.width
    }
    return p
  }
}
