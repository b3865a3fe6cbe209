import FHIRTape

/// Compares lexemes with known text, without creating strings.
enum Lexeme {
  /// Whether the bytes are the text.
  @inline(__always)
  static func equals(_ bytes: UnsafeBufferPointer<UInt8>, _ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count == count, let first = bytes.baseAddress else { return bytes.count == count }
    let p = UnsafeRawPointer(first)
    let q = UnsafeRawPointer(text.utf8Start)
    guard count >= 8 else { return (0..<count).allSatisfy { bytes[$0] == text.utf8Start[$0] } }
    var offset = 0
    while offset &+ 8 <= count {
      guard word(p + offset) == word(q + offset) else { return false }
      offset &+= 8
    }
    // The last eight bytes may overlap the previous ones, which saves a loop over single bytes.
    return word(p + (count &- 8)) == word(q + (count &- 8))
  }

  @inline(__always)
  private static func word(_ p: UnsafeRawPointer) -> UInt64 { p.loadUnaligned(as: UInt64.self) }
}

extension Tape {
  /// The text of the string or key at `index`, escapes resolved; `nil` for any other value.
  @inline(__always)
  func withText<Result>(_ index: TapeIndex, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
    switch tag(index) {
    case .string, .key: body(UnsafeBufferPointer(start: lexeme(index), count: length(index)))
    case .escapedString, .escapedKey: withEscapedText(index, body)
    default: nil
    }
  }

  @inline(never)
  private func withEscapedText<Result>(_ index: TapeIndex, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    var value: [UInt8] = []
    JSONString.unescape(UnsafeBufferPointer(start: lexeme(index), count: length(index)), into: &value)
    return value.withUnsafeBufferPointer(body)
  }

  /// Whether the string or key at `index` is this text.
  @inline(__always)
  func text(_ index: TapeIndex, is text: StaticString) -> Bool {
    withText(index) { Lexeme.equals($0, text) } ?? false
  }

  /// The index of the value of the first member of this name, `.none` when there is none.
  @inline(__always)
  func value(of name: StaticString, in object: TapeIndex) -> TapeIndex { member(name, of: object) ?? TapeIndex.none }

  /// The string at `index`; `nil` for any other value and for no index.
  func stringValue(_ index: TapeIndex) -> String? {
    guard index.exists else { return nil }
    switch tag(index) {
    case .string, .escapedString: return string(index)
    default: return nil
    }
  }
}
