import FHIRTape

/// The value of a string as bytes, with readable padding after them.
struct TextBytes {
  var bytes: UnsafePointer<UInt8>
  var count: Int

  /// Whether an address is a `urn:`, which has neither a server nor versions.
  @inline(__always)
  var isURN: Bool { count > 4 && Bytes.load(bytes) & 0xFFFF_FFFF == 0x3A6E_7275 }
}

extension RecordCursor {
  /// The value of the string at `index`: the lexeme itself, or a decoded copy that is valid until the next call.
  @inline(__always)
  mutating func text(_ index: TapeIndex) -> TextBytes {
    if tape.tag(index) == .string { return TextBytes(bytes: tape.lexeme(index), count: tape.length(index)) }
    return decode(index)
  }

  /// The same for the key at `index`.
  mutating func text(ofKey index: TapeIndex) -> TextBytes {
    if tape.tag(index) == .key { return TextBytes(bytes: tape.lexeme(index), count: tape.length(index)) }
    return decode(index)
  }

  /// A decoded copy of a string or key with escapes.
  @inline(never)
  mutating func decode(_ index: TapeIndex) -> TextBytes {
    var value: [UInt8] = []
    JSONString.unescape(
      UnsafeBufferPointer(start: tape.lexeme(index), count: tape.length(index)), into: &value)
    scratch.removeAll()
    value.withUnsafeBufferPointer { value in
      if let start = value.baseAddress { scratch.append(start, count: value.count) }
    }
    return TextBytes(bytes: UnsafePointer(scratch.bytes), count: scratch.count)
  }

  /// Whether the string at `value` is this text.
  @inline(__always)
  func holds(_ value: TapeIndex, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    if tape.tag(value) == .escapedString { return Array(tape.string(value).utf8) == Array(text) }
    guard text.count == tape.length(value) else { return false }
    return text.baseAddress.map { Bytes.isEqual($0, tape.lexeme(value), text.count) } ?? true
  }

  @inline(__always)
  func isText(_ value: TapeIndex) -> Bool { tape.tag(value) == .string || tape.tag(value) == .escapedString }

  /// The place in the input of a range of the current record.
  @inline(__always)
  func inputRange(_ range: Range<Int>) -> Range<Int> {
    place.inputOffset(range.lowerBound)..<place.inputOffset(range.upperBound - 1) + 1
  }
}
