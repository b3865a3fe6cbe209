import JSONTape

/// The resources of a Bundle by their addresses: 24 bytes for each, whatever the address.
///
/// An address is kept as 96 bits of a keyed hash, a version as 32 more. Two of the at most ``limit`` addresses of one
/// Bundle have the same 96 bits once in 10^17 Bundles. The key is drawn for each process, so that nobody can prepare
/// addresses that clash and so make looking them up slow.
struct BundleIndex {
  /// The most entries that are kept; what would come after is counted in ``overflow``.
  static let limit = 400_000

  /// An address, and the version that is meant: 0 for any, or for a resource that names none.
  struct Key: Equatable {
    var hash: UInt64
    var check: UInt32
    var version: UInt32
  }

  private struct Slot {
    var hash: UInt64 = 0
    var check: UInt32 = 0
    var version: UInt32 = 0
    /// The row of the resource's type plus two: 0 for an empty slot, 1 for an entry whose type is not known.
    var type: Int32 = 0
  }

  private var slots: [Slot] = []
  private var count = 0
  /// Entries beyond the limit: what they are is not known, so nothing can be said to be missing.
  private(set) var overflow = 0

  /// Adds a resource; `false` when the Bundle has it already, in the same version.
  mutating func insert(_ key: Key, type: Int) -> Bool {
    guard count < Self.limit else {
      overflow += 1
      return true
    }
    if count * 8 >= slots.count * 7 { grow() }
    let mask = slots.count - 1
    var place = Int(truncatingIfNeeded: key.hash) & mask
    while slots[place].type != 0 {
      let slot = slots[place]
      if slot.hash == key.hash, slot.check == key.check, slot.version == key.version { return false }
      place = (place + 1) & mask
    }
    slots[place] = Slot(
      hash: key.hash, check: key.check, version: key.version, type: Int32(truncatingIfNeeded: type + 2))
    count += 1
    return true
  }

  /// The row of the type of the resource with this address, -1 where its type is not known; `nil` when it is not there.
  ///
  /// Where the key names no version, any will do.
  func type(of key: Key) -> Int? {
    if slots.isEmpty { return nil }
    let mask = slots.count - 1
    var place = Int(truncatingIfNeeded: key.hash) & mask
    while slots[place].type != 0 {
      let slot = slots[place]
      if slot.hash == key.hash, slot.check == key.check, key.version == 0 || slot.version == key.version {
        return Int(slot.type) - 2
      }
      place = (place + 1) & mask
    }
    return nil
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

extension BundleIndex {
  /// The key of an address, and of a version where one is named.
  static func key(
    _ address: UnsafePointer<UInt8>, _ count: Int, version: UnsafeBufferPointer<UInt8>? = nil
  ) -> Key {
    let (hash, check) = secret.hash(address, count)
    return Key(hash: hash, check: UInt32(truncatingIfNeeded: check), version: version.map(Self.version) ?? 0)
  }

  /// What a key holds of a version; never 0.
  static func version(_ version: UnsafeBufferPointer<UInt8>) -> UInt32 {
    UInt32(truncatingIfNeeded: secret.hash(version.baseAddress, version.count).0) | 1
  }

  private static let secret = Secret()

  /// Two lanes of multiplication that share no secret word, eight bytes at a time.
  private struct Secret: Sendable {
    private let a = UInt64.random(in: .min ... .max)
    private let b = UInt64.random(in: .min ... .max)

    /// Of bytes with eight more behind them that may be read.
    func hash(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> (UInt64, UInt64) {
      var first = a ^ UInt64(truncatingIfNeeded: count)
      var second = b &+ UInt64(truncatingIfNeeded: count)
      guard var p = bytes else { return (first, second) }
      var rest = count
      while rest >= 8 {
        mix(Bytes.load(p), &first, &second)
        p += 8
        rest &-= 8
      }
      mix(Bytes.load(p) & (1 &<< UInt64(truncatingIfNeeded: rest &* 8) &- 1), &first, &second)
      mix(a, &second, &first)
      return (first, second)
    }

    @inline(__always)
    private func mix(_ word: UInt64, _ first: inout UInt64, _ second: inout UInt64) {
      first = Self.fold(word ^ first, b | 1)
      second = Self.fold(word ^ second, a | 1)
    }

    @inline(__always)
    private static func fold(_ x: UInt64, _ y: UInt64) -> UInt64 {
      let product = x.multipliedFullWidth(by: y)
      return product.high ^ product.low
    }
  }
}
