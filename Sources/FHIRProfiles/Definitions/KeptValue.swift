import FHIRTape

/// A JSON value that owns its memory: a fixed value, a pattern, a bound.
package final class KeptValue: @unchecked Sendable {
  // @unchecked: the initialiser writes the memory, and it never changes afterwards.
  private let buffer: PaddedBuffer
  private let builder: TapeBuilder

  /// The value, at index 0; valid as long as this object.
  var tape: Tape { builder.tape(over: buffer.bytes) }

  /// Copies a value.
  init?(_ node: DefinitionNode) {
    let range = node.tape.range(node.index)
    var buffer = PaddedBuffer(capacity: range.count)
    buffer.append(node.tape.bytes + range.lowerBound, count: range.count)
    // The value was read before, with a lower depth limit.
    var builder = TapeBuilder(maximumDepth: 500, capacity: 0)
    guard case .value = builder.read(buffer.bytes, from: 0, to: range.count) else { return nil }
    self.buffer = buffer
    self.builder = builder
  }

  /// The text that a message shows.
  var excerpt: String { tape.excerpt(0) }
}

/// A text that owns its memory, with readable padding after it: a name or an address to compare with.
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
  func value(_ name: KeptText, of object: Int) -> Int? {
    guard tag(object) == .object else { return nil }
    let end = next(object)
    var key = object + 2
    while key < end {
      if string(key, equals: name.start, name.count) { return key + 1 }
      key = next(key + 1)
    }
    return nil
  }
}
