import FHIRTape

/// A JSON value that owns its memory: a fixed value, a pattern, a bound.
package final class KeptValue: @unchecked Sendable {
  // @unchecked: written only by the initialiser. The value, at index 0; valid for the lifetime of this object.
  let tape: Tape

  /// Copies a value.
  init?(_ node: DefinitionNode) {
    let range = node.tape.range(node.index)
    var buffer = PaddedBuffer(capacity: range.count)
    buffer.append(node.tape.bytes + range.lowerBound, count: range.count)
    // The value was read before, with a lower depth limit.
    var builder = TapeBuilder(maximumDepth: 500, capacity: 0)
    guard case .value = builder.read(buffer.bytes, from: 0, to: range.count) else { return nil }
    // A definition has thousands of values, most of them a word, so the copy has exactly their size.
    let read = builder.tape(over: buffer.bytes)
    let words = UnsafeMutablePointer<UInt64>.allocate(capacity: read.next(.root).word)
    words.initialize(from: read.words, count: read.next(.root).word)
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: range.count + Bytes.padding)
    bytes.initialize(repeating: 0, count: range.count + Bytes.padding)
    bytes.update(from: buffer.bytes, count: range.count)
    tape = Tape(words: words, bytes: bytes)
  }

  deinit {
    tape.words.deallocate()
    tape.bytes.deallocate()
  }

  /// The text that a message shows.
  var excerpt: String { tape.excerpt(.root) }
}

/// A text that owns its memory, with readable padding after it: a name or a URL to compare with.
final class KeptText: @unchecked Sendable {
  // @unchecked: the initialiser writes the memory, and it never changes afterwards.
  let start: UnsafePointer<UInt8>
  let count: Int

  init(_ text: String) {
    count = text.utf8.count
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: count + Bytes.padding)
    memory.initialize(repeating: 0, count: count + Bytes.padding)
    for (place, byte) in text.utf8.enumerated() { memory[place] = byte }
    start = UnsafePointer(memory)
  }

  deinit { start.deallocate() }

  var string: String { String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self) }
}

extension Tape {
  /// The value of the first member with a name in an object.
  func value(_ name: KeptText, of object: TapeIndex) -> TapeIndex? {
    guard tag(object) == .object else { return nil }
    for key in keys(of: object) {
      if string(key, equals: name.start, name.count) { return key.value }
    }
    return nil
  }
}
