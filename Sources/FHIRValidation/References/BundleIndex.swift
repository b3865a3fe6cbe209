import FHIRTape

/// The resources of a Bundle by their addresses, and what its requests are about.
///
/// An address is kept as 96 bits of a keyed hash, a version as 32 more. Two of a million addresses of one Bundle have
/// the same 96 bits once in 10^17 Bundles. The key is drawn for each process, so that nobody can prepare addresses that
/// clash and so make looking them up slow.
///
/// Memory has the last ``BundleLimits/addresses`` to twice as many. When there are more, all go to a ``BundleStore`` as
/// well, where the end of the Bundle finds them: most references lead to something near.
struct BundleIndex {
  /// An address, and the version that is meant: 0 for any, or for a resource that names none.
  struct Key: Equatable {
    var hash: UInt64
    var check: UInt32
    var version: UInt32

    /// The key of a request about a resource, which has nothing in common with that of an address.
    var ofRequest: Key { Key(hash: hash ^ 0x9E37_79B9_7F4A_7C15, check: check, version: version) }
  }

  private(set) var current = AddressTable()
  private var previous = AddressTable()

  /// Adds a resource; `false` when a table has it already, in the same version.
  mutating func insert(_ key: Key, type: Int) -> Bool {
    if previous.count > 0, previous.type(of: key, anyVersion: false) != nil { return false }
    return current.insert(key, type: type)
  }

  /// The row of the type of the resource with this address, -1 where its type is not known; `nil` when no table has it.
  ///
  /// Where the key names no version, any will do.
  func type(of key: Key) -> Int? {
    let anyVersion = key.version == 0
    if previous.count > 0, let type = previous.type(of: key, anyVersion: anyVersion) { return type }
    return current.type(of: key, anyVersion: anyVersion)
  }

  /// Begins a table, and forgets the one before the last.
  mutating func beginTable() {
    previous = current
    current = AddressTable()
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
