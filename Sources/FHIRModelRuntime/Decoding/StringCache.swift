public import FHIRJSON

/// Strings of one document that were made before, so that repeated systems and references are made only once. Strings
/// of up to 15 bytes are stored inline and not cached.
@usableFromInline package struct StringCache: ~Copyable {
  @usableFromInline typealias Entry = (lexeme: UnsafePointer<UInt8>?, length: Int, string: String)

  @usableFromInline let entries: UnsafeMutablePointer<Entry>
  @usableFromInline let count: Int

  @usableFromInline package init(bytes: Int) {
    var count = 16
    while count < 512, count * 256 < bytes { count *= 2 }
    self.count = count
    entries = .allocate(capacity: count)
    entries.initialize(repeating: (nil, 0, ""), count: count)
  }

  deinit {
    entries.deinitialize(count: count)
    entries.deallocate()
  }

  /// The string of a lexeme without escapes, of 16 bytes or more.
  @inlinable @inline(__always) package func string(_ p: UnsafePointer<UInt8>, _ length: Int) -> String {
    let tail = Bytes.load(p + (length &- 8))
    let mixed = (tail ^ Bytes.load(p + (length &- 16)) &+ UInt64(truncatingIfNeeded: length)) &* 0x9E37_79B9_7F4A_7C15
    let entry = entries + (Int(truncatingIfNeeded: mixed &>> 40) & (count &- 1))
    if entry.pointee.length == length, let known = entry.pointee.lexeme, Bytes.isEqual(known, p, length) {
      return entry.pointee.string
    }
    let string = String(decoding: UnsafeBufferPointer(start: p, count: length), as: UTF8.self)
    entry.pointee = (p, length, string)
    return string
  }
}
