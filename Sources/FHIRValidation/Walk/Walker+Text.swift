import JSONTape

/// The value of a string as bytes, with room behind them that may be read.
struct TextBytes {
  var bytes: UnsafePointer<UInt8>
  var count: Int

  /// Whether two runs of bytes are equal, a word at a time; behind both as many as a word has may be read.
  @inline(__always)
  static func areEqual(_ first: UnsafePointer<UInt8>, _ second: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    var place = 0
    while place &+ 8 <= count {
      if Bytes.load(first + place) != Bytes.load(second + place) { return false }
      place &+= 8
    }
    let rest = 1 &<< UInt64(truncatingIfNeeded: (count &- place) &* 8) &- 1
    return (Bytes.load(first + place) ^ Bytes.load(second + place)) & rest == 0
  }
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
