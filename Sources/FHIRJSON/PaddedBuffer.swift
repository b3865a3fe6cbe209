/// Bytes with ``Bytes/padding`` zeros after them, in memory that grows and is reused.
package struct PaddedBuffer: ~Copyable {
  package private(set) var bytes: UnsafeMutablePointer<UInt8>
  package private(set) var count = 0
  package private(set) var capacity: Int
  /// The target of a buffer that has no memory yet; read-only.
  private nonisolated(unsafe) static let nothing = UnsafeMutablePointer(mutating: Tape.empty.bytes)

  /// Makes a buffer that allocates its memory with the first bytes.
  package init() { (capacity, bytes) = (0, Self.nothing) }

  package init(capacity: Int) {
    self.capacity = max(capacity, 64)
    bytes = .allocate(capacity: self.capacity + Bytes.padding)
    bytes.initialize(repeating: 0, count: Bytes.padding)
  }

  deinit { if capacity > 0 { bytes.deallocate() } }

  package mutating func removeAll() {
    count = 0
    terminate()
  }

  package mutating func append(_ other: UnsafePointer<UInt8>, count added: Int) {
    if count + added > capacity { grow(to: max(count + added, capacity * 2, 256)) }
    (bytes + count).update(from: other, count: added)
    count += added
    terminate()
  }

  /// Drops the bytes before `start`; grows if the rest fills half of the capacity.
  /// - Parameter most: the size up to which the buffer grows, unless the rest is larger.
  package mutating func drop(before start: Int, growingTo most: Int) {
    let kept = count - start
    if start > 0, kept > 0 { bytes.update(from: bytes + start, count: kept) }
    count = kept
    if kept > capacity / 2 { grow(to: min(capacity * 2, max(most, kept + kept / 2))) }
  }

  /// Fills the capacity with bytes that `read` puts into the room that it gets; it returns how many, 0 at the end.
  /// - Returns: whether the end was reached.
  package mutating func fill(_ read: (UnsafeMutableRawBufferPointer) throws -> Int) rethrows -> Bool {
    defer { terminate() }
    while count < capacity {
      let room = UnsafeMutableRawBufferPointer(start: bytes + count, count: capacity - count)
      let added = try read(room)
      if added <= 0 { return true }
      count += min(added, room.count)
    }
    return false
  }

  private mutating func terminate() {
    guard capacity > 0 else { return }
    (bytes + count).update(repeating: 0, count: Bytes.padding)
  }

  private mutating func grow(to larger: Int) {
    guard larger > capacity else { return }
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger + Bytes.padding)
    moved.update(from: bytes, count: count)
    if capacity > 0 { bytes.deallocate() }
    (bytes, capacity) = (moved, larger)
  }
}
