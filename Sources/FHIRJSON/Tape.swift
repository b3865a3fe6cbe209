/// A JSON value on the tape: see ``TapeTag`` for the layout.
///
/// A tape is a view. It is valid only until the builder's next read, and while the bytes exist; the walk passes it down
/// and never stores it.
@frozen
@usableFromInline
package struct Tape: @unchecked Sendable {
  @usableFromInline package let words: UnsafePointer<UInt64>
  @usableFromInline package let bytes: UnsafePointer<UInt8>

  @inlinable
  package init(words: UnsafePointer<UInt64>, bytes: UnsafePointer<UInt8>) { (self.words, self.bytes) = (words, bytes) }

  /// A tape that holds null, used before the first record.
  package static let empty: Tape = {
    let words = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)
    words.initialize(to: TapeLayout.word(.null, length: 0, offset: 0))
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: Bytes.padding)
    bytes.initialize(repeating: 0, count: Bytes.padding)
    return Tape(words: UnsafePointer(words), bytes: UnsafePointer(bytes))
  }()

  @inlinable @inline(__always) package func tag(_ index: TapeIndex) -> TapeTag {
    // The builder writes only tags of the enum, so the cast is valid for the index of every value.
    unsafeBitCast(UInt8(truncatingIfNeeded: words[index] &>> 60), to: TapeTag.self)
  }

  /// The byte offset of the lexeme, or of a container's opening bracket.
  @inlinable @inline(__always)
  package func offset(_ index: TapeIndex) -> Int { Int(truncatingIfNeeded: words[index] & 0xFFFF_FFFF) }

  /// The number of bytes of a lexeme, or of items of a container.
  @inlinable @inline(__always)
  package func length(_ index: TapeIndex) -> Int { Int(truncatingIfNeeded: words[index] &>> 32 & 0xFFF_FFFF) }

  @inlinable @inline(__always) package func lexeme(_ index: TapeIndex) -> UnsafePointer<UInt8> { bytes + offset(index) }

  @inlinable @inline(__always) package func next(_ index: TapeIndex) -> TapeIndex {
    isContainer(index) ? TapeIndex(Int(truncatingIfNeeded: words[index.following] & 0xFFFF_FFFF)) : index.following
  }

  @inlinable @inline(__always)
  package func isContainer(_ index: TapeIndex) -> Bool { words[index] &>> 60 >= UInt64(TapeTag.object.rawValue) }

  @inlinable @inline(__always) package func hasItems(_ index: TapeIndex) -> Bool {
    // Arrays have the largest tag, and their length stands below it.
    words[index] >= UInt64(TapeTag.array.rawValue) &<< 60 | 1 &<< 32
  }

  @inlinable @inline(__always)
  package func isString(_ index: TapeIndex) -> Bool { tag(index) == .string || tag(index) == .escapedString }

  @inlinable @inline(__always)
  package func end(_ container: TapeIndex) -> Int { Int(truncatingIfNeeded: words[container.following] &>> 32) }

  /// The byte range of a value or key, quotes and brackets included.
  @inlinable
  package func range(_ index: TapeIndex) -> Range<Int> {
    switch tag(index) {
    case .string, .escapedString, .key, .escapedKey: offset(index) - 1..<offset(index) + length(index) + 1
    case .object, .array: offset(index)..<end(index)
    default: offset(index)..<offset(index) + length(index)
    }
  }
}

extension Tape {
  /// The value of the string or key at `index`, escapes resolved.
  package func string(_ index: TapeIndex) -> String {
    let buffer = UnsafeBufferPointer(start: lexeme(index), count: length(index))
    switch tag(index) {
    case .escapedString, .escapedKey:
      return String(unsafeUninitializedCapacity: buffer.count) { JSONString.unescape(buffer, to: $0) }
    default: return String(decoding: buffer, as: UTF8.self)
    }
  }

  /// Calls `body` with the bytes of a string or key that has escapes, resolved.
  @inline(never)
  package func withEscapedText<Result>(_ index: TapeIndex, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let text = Array(string(index).utf8)
    // Some readers of names read eight bytes at once.
    return (text + [UInt8](repeating: 0, count: Bytes.padding)).withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[..<text.count]))
    }
  }

  /// The string at `index`; `nil` for any other value.
  package func text(_ index: TapeIndex) -> String? { isString(index) ? string(index) : nil }

  /// The string of a member; `nil` if there is none, or it is another value.
  package func text(_ name: StaticString, of object: TapeIndex) -> String? {
    member(name, of: object).flatMap { text($0) }
  }

  package func lexemeText(_ index: TapeIndex) -> String {
    String(decoding: UnsafeBufferPointer(start: lexeme(index), count: length(index)), as: UTF8.self)
  }

  package func wholeNumber(_ index: TapeIndex) -> Int? { tag(index) == .integer ? Int(lexemeText(index)) : nil }

  package func string(_ index: TapeIndex, equals text: StaticString) -> Bool {
    string(index, equals: text.utf8Start, text.utf8CodeUnitCount)
  }

  /// Whether the string or key at `index` has exactly these bytes, escapes resolved.
  @usableFromInline
  package func string(_ index: TapeIndex, equals text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    switch tag(index) {
    case .escapedString, .escapedKey: return escaped(index, equals: text, count)
    default: return length(index) == count && Bytes.isEqual(lexeme(index), text, count)
    }
  }

  @inline(never) private func escaped(_ index: TapeIndex, equals text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
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
