import FHIRRecognition
import FHIRView

/// Counts judged records by their type, and by the release and the reason that they were recognised with.
///
/// A table addressed by the row of the type, because a Bundle has many types: a list would be searched for each record.
struct TypeCounts {
  private struct Slot {
    var type: ReleaseRow
    /// See ``RecognisedRelease/key``.
    var key: Int
    /// 0 for an empty slot.
    var count: Int
  }

  /// The first one, so that a record alone needs no memory.
  private var first: Slot?
  /// The others. At most half of the slots are in use, and their number is a power of two.
  private var slots: [Slot] = []
  private var used = 0

  /// Counts one record.
  mutating func add(_ type: ReleaseRow, _ found: RecognisedRelease) {
    let key = found.key
    guard let first else {
      self.first = Slot(type: type, key: key, count: 1)
      return
    }
    if first.type == type, first.key == key {
      self.first = Slot(type: type, key: key, count: first.count &+ 1)
      return
    }
    if let place = place(of: type, key), slots[place].count > 0 {
      slots[place].count &+= 1
      return
    }
    if 2 * used >= slots.count { grow() }
    guard let place = place(of: type, key) else { return }
    slots[place] = Slot(type: type, key: key, count: 1)
    used += 1
  }

  /// Calls `body` with each type, release and reason, and their count, in no particular order.
  func forEach(_ body: (ReleaseRow, RecognisedRelease, Int) -> Void) {
    if let first { body(first.type, RecognisedRelease(key: first.key), first.count) }
    for slot in slots where slot.count > 0 { body(slot.type, RecognisedRelease(key: slot.key), slot.count) }
  }

  /// The slot of a type and a reason, or the empty one where they belong; `nil` without slots.
  @inline(__always)
  private func place(of type: ReleaseRow, _ key: Int) -> Int? {
    if slots.isEmpty { return nil }
    let mask = slots.count &- 1
    // The rows of a release are dense, so they address the table without a hash.
    var place = (type.row &+ 7 &* key) & mask
    while slots[place].count > 0, slots[place].type != type || slots[place].key != key { place = (place &+ 1) & mask }
    return place
  }

  private mutating func grow() {
    let old = slots
    slots = [Slot](
      repeating: Slot(type: ReleaseRow(0, base: 0), key: 0, count: 0), count: old.isEmpty ? 32 : 2 * old.count)
    for slot in old where slot.count > 0 {
      if let place = place(of: slot.type, slot.key) { slots[place] = slot }
    }
  }
}
