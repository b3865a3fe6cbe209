extension Tape {
  /// The value of the string or key at `index`, escapes resolved.
  package func string(_ index: Int) -> String {
    let buffer = UnsafeBufferPointer(start: lexeme(index), count: length(index))
    switch tag(index) {
    case .escapedString, .escapedKey:
      return String(unsafeUninitializedCapacity: buffer.count) { JSONString.unescape(buffer, to: $0) }
    default:
      return String(decoding: buffer, as: UTF8.self)
    }
  }

  /// Whether the string or key at `index` has exactly this value.
  package func string(_ index: Int, equals text: StaticString) -> Bool {
    string(index, equals: text.utf8Start, text.utf8CodeUnitCount)
  }

  /// Whether the string or key at `index` has exactly these bytes, escapes resolved.
  @usableFromInline
  package func string(_ index: Int, equals text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    switch tag(index) {
    case .escapedString, .escapedKey: return escaped(index, equals: text, count)
    default: return length(index) == count && Bytes.isEqual(lexeme(index), text, count)
    }
  }

  @inline(never)
  private func escaped(_ index: Int, equals text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let lexeme = UnsafeBufferPointer(start: lexeme(index), count: length(index))
    // Each byte of a text takes at most the six of `\u0041`, and an escape takes more than its character.
    guard lexeme.count > count, lexeme.count <= 6 * count else { return false }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: lexeme.count + Bytes.padding) { value in
      value.initialize(repeating: 0)
      guard JSONString.unescape(lexeme, to: value) == count, let start = value.baseAddress else { return false }
      return Bytes.isEqual(UnsafePointer(start), text, count)
    }
  }
}
