/// Hashes of texts, in memory that is reused.
package struct TextSet: ~Copyable {
  private var slots = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)
  /// The number of allocated slots; a single one, which stays empty, before the first ``reset(expecting:)``.
  private var room = 1
  /// The number of slots in use, a power of two: one large set must not make clearing slow for all others.
  private var capacity = 1

  package init() { slots.initialize(to: 0) }

  deinit { slots.deallocate() }

  package mutating func reset(expecting count: Int) {
    capacity = 64
    while capacity < count * 2 + 2 { capacity *= 2 }
    if capacity > room {
      slots.deallocate()
      slots = .allocate(capacity: capacity)
      room = capacity
    }
    // Zeroing by bytes is one call; by words it would be a loop.
    UnsafeMutableRawPointer(slots).initializeMemory(as: UInt8.self, repeating: 0, count: capacity &* 8)
  }

  /// Adds a text; `false` if the set already has it. Do not add more texts than expected.
  package mutating func insert(_ hash: UInt64) -> Bool {
    assert(room > 1, "a set is reset before it is filled")
    let place = view.place(of: hash)
    if slots[place] != 0 { return false }
    slots[place] = hash | 1
    return true
  }

  package var view: View { View(slots: UnsafePointer(slots), capacity: capacity) }

  /// A read-only view, for look-ups while another part of the owner changes.
  package struct View {
    let slots: UnsafePointer<UInt64>
    let capacity: Int

    package func contains(_ hash: UInt64) -> Bool { slots[place(of: hash)] != 0 }

    /// The slot of a hash, or the empty one where it belongs.
    fileprivate func place(of hash: UInt64) -> Int {
      var place = Int(truncatingIfNeeded: hash &>> 1) & (capacity - 1)
      while slots[place] != 0, slots[place] != hash | 1 { place = (place + 1) & (capacity - 1) }
      return place
    }
  }
}
