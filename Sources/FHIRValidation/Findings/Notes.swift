/// Trivial values of any types, one after another in memory that grows. An array for each type would need several
/// allocations, while most inputs have few findings, and each access would check whether its array is shared.
struct Notes: ~Copyable {
  private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  /// How many bytes are in use, which is the number of the next value.
  private(set) var end = 0

  deinit { memory.deallocate() }

  @inline(__always) @discardableResult mutating func append<Value: BitwiseCopyable>(_ value: Value) -> Int {
    let number = makeRoom(MemoryLayout<Value>.size)
    memory.storeBytes(of: value, toByteOffset: number, as: Value.self)
    return number
  }

  @inline(__always) @discardableResult mutating func append(_ bytes: UnsafeRawBufferPointer) -> Int {
    let number = makeRoom(bytes.count)
    if let target = memory.baseAddress, let source = bytes.baseAddress {
      (target + number).copyMemory(from: source, byteCount: bytes.count)
    }
    return number
  }

  func load<Value: BitwiseCopyable>(_ number: Int, as type: Value.Type) -> Value {
    precondition(number >= 0 && number <= end - MemoryLayout<Value>.size)
    return memory.load(fromByteOffset: number, as: type)
  }

  /// Lends the values that were appended directly after another value, for the duration of `body`.
  func withValues<Value: BitwiseCopyable, Head: BitwiseCopyable, Result>(
    _ type: Value.Type, _ count: Int, after number: Int, _ head: Head.Type,
    _ body: (UnsafeBufferPointer<Value>) -> Result
  ) -> Result {
    let start = number + Self.room(MemoryLayout<Head>.size)
    let byteCount = count * MemoryLayout<Value>.stride
    precondition(count >= 0 && start + byteCount <= end)
    return body(UnsafeRawBufferPointer(rebasing: memory[start..<start + byteCount]).bindMemory(to: type))
  }

  func withBytes<Result, Failure: Error>(
    from number: Int, _ count: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(number >= 0 && count >= 0 && number + count <= end)
    return try body(UnsafeRawBufferPointer(rebasing: memory[number..<number + count]))
  }

  @inline(__always) private mutating func makeRoom(_ byteCount: Int) -> Int {
    let number = end
    end += Self.room(byteCount)
    if end > memory.count { grow(from: number) }
    return number
  }

  @inline(never) private mutating func grow(from used: Int) {
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: max(end, memory.count * 2, 1024), alignment: 8)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<used]))
    memory.deallocate()
    memory = larger
  }

  /// Values begin at whole words.
  private static func room(_ byteCount: Int) -> Int { (byteCount + 7) & ~7 }
}
