/// The hash tables of the types' members under construction.
struct MemberHashes {
  private(set) var places: [UInt16] = []
  private var candidate: [UInt16] = []

  init(members: Int) { places.reserveCapacity(12 * members) }

  /// Adds the table of a type: open addressing in a table at least four times as large as necessary, with the seed that
  /// has the fewest collisions, since each costs the walk a mispredicted branch.
  mutating func append(_ members: UnsafeBufferPointer<MemberRow>, first: Int, to type: inout TypeRow) {
    var size = 8
    while size < members.count * 4 { size *= 2 }
    type.hashStart = UInt32(places.count)
    type.hashMask = UInt16(size - 1)
    while candidate.count < size { candidate.append(0) }
    var (seed, fewest) = (0x9E37_79B9_7F4A_7C15 as UInt64, Int.max)
    for _ in 0..<12 where fewest > 0 {
      let collisions = candidate.withUnsafeMutableBufferPointer {
        Self.fill(UnsafeMutableBufferPointer(rebasing: $0[..<size]), members, first: first, seed: seed, limit: fewest)
      }
      if collisions < fewest {
        (fewest, type.hashSeed) = (collisions, seed)
        places.removeSubrange(Int(type.hashStart)...)
        places += candidate[..<size]
      }
      seed = seed &* 0xD134_2543_DE82_EF95 &+ 2
    }
  }

  /// Fills a table with a seed, and returns the number of collisions; ends when there are as many as the limit.
  private static func fill(
    _ table: UnsafeMutableBufferPointer<UInt16>, _ members: UnsafeBufferPointer<MemberRow>, first: Int, seed: UInt64,
    limit: Int
  ) -> Int {
    table.update(repeating: 0)
    let mask = table.count &- 1
    var collisions = 0
    for number in 0..<members.count {
      var place = NameHash.hash(members[number].head, Int(members[number].nameLength), seed: seed) & mask
      while table[place] != 0 {
        place = (place &+ 1) & mask
        collisions &+= 1
      }
      if collisions >= limit { return collisions }
      table[place] = UInt16(truncatingIfNeeded: first &+ number &+ 1)
    }
    return collisions
  }
}

/// Converts a name to two words and a place in the hash table; used to build the table and to look up names.
///
/// The place depends only on the first eight bytes and the length: the few names of a type that share both, such as
/// `valueQuantity`, are distinguished by their last bytes.
@usableFromInline
package enum NameHash {
  @inlinable @inline(__always) package static func head(_ p: UnsafePointer<UInt8>, _ length: Int) -> UInt64 {
    let word = UInt64(littleEndian: UnsafeRawPointer(p).loadUnaligned(as: UInt64.self))
    return length >= 8 ? word : word & ((1 &<< UInt64(truncatingIfNeeded: length &<< 3)) &- 1)
  }

  @inlinable @inline(__always) package static func tail(_ p: UnsafePointer<UInt8>, _ length: Int) -> UInt64 {
    length <= 8 ? 0 : UInt64(littleEndian: UnsafeRawPointer(p + (length &- 8)).loadUnaligned(as: UInt64.self))
  }

  @inlinable @inline(__always) package static func hash(_ head: UInt64, _ length: Int, seed: UInt64) -> Int {
    Int(truncatingIfNeeded: ((head &+ UInt64(truncatingIfNeeded: length)) &* seed) &>> 40)
  }
}
