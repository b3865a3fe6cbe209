import FHIRSupport
import FHIRSchema

/// Addresses and the types of the resources there: a table with open addressing, 24 bytes for each place.
struct AddressTable {
  private struct Slot {
    var hash: UInt64 = 0
    var check: UInt32 = 0
    var version: UInt32 = 0
    /// The row of the resource's type plus two: 0 for an empty slot, 1 for an entry whose type is not known.
    var type: Int32 = 0
    /// How many addresses were inserted before.
    var order: UInt32 = 0
  }

  private var slots: [Slot] = []
  private(set) var count = 0

  /// Adds an address; `false` if the table already has it, in the same version.
  mutating func insert(_ key: BundleIndex.Key, type: TypeID) -> Bool {
    if count * 8 >= slots.count * 7 { grow() }
    let mask = slots.count - 1
    var place = Int(truncatingIfNeeded: key.hash) & mask
    while slots[place].type != 0 {
      let slot = slots[place]
      if slot.hash == key.hash, slot.check == key.check, slot.version == key.version { return false }
      place = (place + 1) & mask
    }
    slots[place] = Slot(
      hash: key.hash, check: key.check, version: key.version, type: Int32(truncatingIfNeeded: type.row + 2),
      order: UInt32(truncatingIfNeeded: count))
    count += 1
    return true
  }

  /// The row of the type of the resource with this address, `.none` if its type is unknown; `nil` if the table does not
  /// have it.
  ///
  /// - Parameter anyVersion: whether any other version matches.
  func type(of key: BundleIndex.Key, anyVersion: Bool) -> TypeID? {
    if slots.isEmpty { return nil }
    let mask = slots.count - 1
    var place = Int(truncatingIfNeeded: key.hash) & mask
    while slots[place].type != 0 {
      let slot = slots[place]
      if slot.hash == key.hash, slot.check == key.check, anyVersion || slot.version == key.version {
        return TypeID(Int(slot.type) - 2)
      }
      place = (place + 1) & mask
    }
    return nil
  }

  /// Calls `body` with the row of each address.
  func forEachRow(_ body: (IndexRow) throws(TemporaryFileError) -> Void) throws(TemporaryFileError) {
    for slot in slots where slot.type != 0 {
      let key = BundleIndex.Key(hash: slot.hash, check: slot.check, version: slot.version)
      // The first address inserted cannot be reported as a repetition, so its place is never needed.
      try body(
        BundleRow.address(key, type: TypeID(Int(slot.type) - 2), entry: 0, range: Int(slot.order)..<Int(slot.order)))
    }
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: Slot(), count: max(64, old.count * 2))
    let mask = slots.count - 1
    for slot in old where slot.type != 0 {
      var place = Int(truncatingIfNeeded: slot.hash) & mask
      while slots[place].type != 0 { place = (place + 1) & mask }
      slots[place] = slot
    }
  }
}
