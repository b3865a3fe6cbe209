import Texts

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
    switch tag(index) {
    case .escapedString, .escapedKey:
      return string(index).byBytes == text.description.byBytes
    default:
      guard length(index) == text.utf8CodeUnitCount else { return false }
      return Bytes.isEqual(lexeme(index), text.utf8Start, text.utf8CodeUnitCount)
    }
  }

  /// The index of the value of the first member of this name in the object at `index`.
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
