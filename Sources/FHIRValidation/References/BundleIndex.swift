import FHIRSchema

/// The resources of a Bundle by address, and the resources that its requests change.
///
/// An address is stored as 96 bits of a ``KeyedHash``, a version as 32 more. Two of a million addresses of one Bundle
/// share the same 96 bits once in 10^17 Bundles. An attacker, who does not know the key of the process, cannot prepare
/// colliding addresses that slow down look-ups.
///
/// Memory holds the last ``BundleLimits/addresses`` to twice as many. If there are more, all also go to a
/// ``BundleStore``, which is searched at the end of the Bundle: most references point to a nearby entry.
struct BundleIndex {
  /// An address, and a version: 0 for any version, or for a resource that has none.
  struct Key: Equatable {
    var hash: UInt64
    var check: UInt32
    var version: UInt32

    /// The key of a request that changes the resource; it never equals the key of an address.
    var ofRequest: Key { Key(hash: hash ^ 0x9E37_79B9_7F4A_7C15, check: check, version: version) }
  }

  private(set) var current = AddressTable()
  private var previous = AddressTable()

  /// Adds a resource; `false` if a table already has it, in the same version.
  mutating func insert(_ key: Key, type: TypeID) -> Bool {
    if previous.count > 0, previous.type(of: key, anyVersion: false) != nil { return false }
    return current.insert(key, type: type)
  }

  /// The type of the resource with this address, `.none` if unknown; `nil` for none. A key without a version matches any.
  func type(of key: Key) -> TypeID? {
    let anyVersion = key.version == 0
    if previous.count > 0, let type = previous.type(of: key, anyVersion: anyVersion) { return type }
    return current.type(of: key, anyVersion: anyVersion)
  }

  /// Starts a new table, and drops the one before the last.
  mutating func beginTable() {
    previous = current
    current = AddressTable()
  }

  static func key(_ address: UnsafePointer<UInt8>, _ count: Int, version: UnsafeBufferPointer<UInt8>? = nil) -> Key {
    let hash = KeyedHash.process.hash(address, count)
    return Key(hash: hash.low, check: UInt32(truncatingIfNeeded: hash.high), version: version.map(Self.version) ?? 0)
  }

  /// The part of a key that stands for a version; never 0.
  static func version(_ version: UnsafeBufferPointer<UInt8>) -> UInt32 {
    guard let start = version.baseAddress else { return 1 }
    return UInt32(truncatingIfNeeded: KeyedHash.process.hash(start, version.count).low) | 1
  }
}

/// Addresses and the types of the resources there: a table with open addressing, 24 bytes for each place.
struct AddressTable {
  private struct Slot {
    var key = BundleIndex.Key(hash: 0, check: 0, version: 0)
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
    let place = place(of: key)
    if slots[place].type != 0 { return false }
    slots[place] = Slot(
      key: key, type: Int32(truncatingIfNeeded: type.row + 2), order: UInt32(truncatingIfNeeded: count))
    count += 1
    return true
  }

  /// The type of the resource with this address, `.none` if unknown; `nil` for none. Any other version may match, too.
  func type(of key: BundleIndex.Key, anyVersion: Bool) -> TypeID? {
    if slots.isEmpty { return nil }
    let slot = slots[place(of: key, anyVersion: anyVersion)]
    return slot.type == 0 ? nil : TypeID(Int(slot.type) - 2)
  }

  /// The place of an address, or the empty place where it belongs.
  private func place(of key: BundleIndex.Key, anyVersion: Bool = false) -> Int {
    let mask = slots.count - 1
    var place = Int(truncatingIfNeeded: key.hash) & mask
    while slots[place].type != 0, case let other = slots[place].key,
      other.hash != key.hash || other.check != key.check || !anyVersion && other.version != key.version
    {
      place = (place + 1) & mask
    }
    return place
  }

  func forEachRow(_ body: (IndexRow) throws(TemporaryFileError) -> Void) throws(TemporaryFileError) {
    for slot in slots where slot.type != 0 {
      // The first address inserted cannot be reported as a repetition, so its place is never needed.
      try body(
        BundleRow.address(
          slot.key, type: TypeID(Int(slot.type) - 2), entry: 0, range: Int(slot.order)..<Int(slot.order)))
    }
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: Slot(), count: max(64, old.count * 2))
    for slot in old where slot.type != 0 { slots[place(of: slot.key)] = slot }
  }
}
