import FHIRTape

/// The value of a string as bytes, with room behind them that may be read.
struct TextBytes {
  var bytes: UnsafePointer<UInt8>
  var count: Int
}

extension Walker {
  /// The value of the string at `index`: the lexeme itself, or a decoded copy that is good until the next call.
  @inline(__always)
  mutating func text(_ index: Int) -> TextBytes {
    if tape.tag(index) == .string { return TextBytes(bytes: tape.lexeme(index), count: tape.length(index)) }
    return decode(index)
  }

  /// The same of the key at `index`.
  mutating func text(ofKey index: Int) -> TextBytes {
    if tape.tag(index) == .key { return TextBytes(bytes: tape.lexeme(index), count: tape.length(index)) }
    return decode(index)
  }

  /// A decoded copy of a string or key with escapes.
  @inline(never)
  mutating func decode(_ index: Int) -> TextBytes {
    var value: [UInt8] = []
    JSONString.unescape(
      UnsafeBufferPointer(start: tape.lexeme(index), count: tape.length(index)), into: &value)
    scratch.removeAll()
    value.withUnsafeBufferPointer { value in
      if let start = value.baseAddress { scratch.append(start, count: value.count) }
    }
    return TextBytes(bytes: UnsafePointer(scratch.bytes), count: scratch.count)
  }
}
