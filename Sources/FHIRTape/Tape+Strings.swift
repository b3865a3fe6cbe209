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
  package func string(_ index: Int, equals text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    switch tag(index) {
    case .escapedString, .escapedKey: return escaped(index, equals: text, count)
    default: return length(index) == count && Bytes.isEqual(lexeme(index), text, count)
    }
  }

  @inline(never)
  private func escaped(_ index: Int, equals text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let lexeme = UnsafeBufferPointer(start: lexeme(index), count: length(index))
    // No byte of a text takes more than the six of `\u0041`, and an escape takes more than its character.
    guard lexeme.count > count, lexeme.count <= 6 * count else { return false }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: lexeme.count + Bytes.padding) { value in
      value.initialize(repeating: 0)
      guard JSONString.unescape(lexeme, to: value) == count, let start = value.baseAddress else { return false }
      return Bytes.isEqual(UnsafePointer(start), text, count)
    }
  }

  /// The index of the value of the first member of this name in the object at `index`.
  ///
  /// A name is what its key says once escapes are resolved; every look-up by name holds to that.
  package func member(_ name: StaticString, of index: Int) -> Int? {
    guard tag(index) == .object else { return nil }
    let end = next(index)
    var i = index + 2
    while i < end {
      if string(i, equals: name) { return i + 1 }
      i = next(i + 1)
    }
    return nil
  }
}
