/// Memory for the texts, moments and quantities that an evaluation makes; all of it is freed at once.
struct Arena: ~Copyable {
  private var chunks: [UnsafeMutableRawBufferPointer] = []
  private var used = 0
  /// The number of bytes allocated since the last reset.
  private(set) var total = 0

  var capacity: Int { chunks.reduce(0) { $0 + $1.count } }

  deinit { for chunk in chunks { chunk.deallocate() } }

  /// Frees everything; the first chunk is kept for the next evaluation.
  mutating func reset() {
    while chunks.count > 1 { chunks.removeLast().deallocate() }
    (used, total) = (0, 0)
  }

  /// Allocates this many bytes, followed by eight more readable bytes.
  mutating func allocate(_ count: Int) -> UnsafeMutableRawPointer {
    let needed = (count + 8 + 15) & ~15
    total += needed
    if chunks.isEmpty || used + needed > chunks[chunks.count - 1].count {
      chunks.append(.allocate(byteCount: max(needed, 4096 << min(chunks.count, 8)), alignment: 16))
      used = 0
    }
    defer { used += needed }
    // The buffer was just made large enough, so it has a base address.
    return chunks[chunks.count - 1].baseAddress.unsafelyUnwrapped + used
  }

  /// A copy of values of a trivial type, which need no release; even no values have an address.
  mutating func keep<Value>(all values: some Collection<Value>) -> UnsafeBufferPointer<Value> {
    let place = allocate(values.count * MemoryLayout<Value>.stride).bindMemory(to: Value.self, capacity: values.count)
    let copy = UnsafeMutableBufferPointer(start: place, count: values.count)
    _ = copy.initialize(from: values)
    return UnsafeBufferPointer(copy)
  }

  private mutating func place<Value>(_ value: Value) -> UnsafePointer<Value> {
    let place = allocate(MemoryLayout<Value>.size).bindMemory(to: Value.self, capacity: 1)
    place.initialize(to: value)
    return UnsafePointer(place)
  }

  mutating func keep(_ quantity: Quantity) -> Item { .quantity(place(quantity)) }

  mutating func keep(_ moment: Moment, _ kind: Moment.Kind) -> Item { .moment(place(moment), kind) }

  mutating func keep(_ text: some Collection<UInt8>) -> TextSpan {
    let count = text.count
    let place = allocate(count).bindMemory(to: UInt8.self, capacity: count + 8)
    _ = UnsafeMutableBufferPointer(start: place, count: count).initialize(from: text)
    (place + count).initialize(repeating: 0, count: 8)
    return TextSpan(UnsafePointer(place), count)
  }

  mutating func keep(_ text: String) -> TextSpan { keep(Array(text.utf8)) }
}
