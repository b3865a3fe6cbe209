/// How a name becomes two words and a place in the hash table; building and looking up share it.
@usableFromInline
package enum NameHash {
  /// Masks that keep the first n bytes of a word.
  @inlinable @inline(__always)
  package static func head(_ p: UnsafePointer<UInt8>, _ length: Int) -> UInt64 {
    let word = UInt64(littleEndian: UnsafeRawPointer(p).loadUnaligned(as: UInt64.self))
    return length >= 8 ? word : word & ((1 &<< UInt64(truncatingIfNeeded: length &<< 3)) &- 1)
  }

  @inlinable @inline(__always)
  package static func tail(_ p: UnsafePointer<UInt8>, _ length: Int) -> UInt64 {
    length <= 8 ? 0 : UInt64(littleEndian: UnsafeRawPointer(p + (length &- 8)).loadUnaligned(as: UInt64.self))
  }

  @inlinable @inline(__always)
  package static func hash(_ head: UInt64, _ tail: UInt64, seed: UInt64) -> Int {
    let mixed = (head ^ (tail &>> 3) ^ (tail &<< 29)) &* seed
    return Int(truncatingIfNeeded: mixed &>> 40)
  }
}

extension SchemaTable {
  /// The row of the member with this name in a type, -1 when the type has none.
  ///
  /// - Parameter name: at least eight readable bytes, whatever the length.
  @inlinable @inline(__always)
  package func member(named name: UnsafePointer<UInt8>, length: Int, of type: TypeRow) -> Int {
    let head = NameHash.head(name, length)
    let tail = NameHash.tail(name, length)
    var place = NameHash.hash(head, tail, seed: type.hashSeed) & Int(type.hashMask)
    while true {
      let entry = hashes[Int(type.hashStart) &+ place]
      if entry == 0 { return -1 }
      let index = Int(type.firstMember) &+ Int(entry) &- 1
      let row = members + index
      if row.pointee.head == head, row.pointee.tail == tail, Int(row.pointee.nameLength) == length,
        length <= 16 || middleIsEqual(row.pointee, name)
      {
        return index
      }
      place = (place &+ 1) & Int(type.hashMask)
    }
  }

  @usableFromInline
  package func middleIsEqual(_ row: MemberRow, _ name: UnsafePointer<UInt8>) -> Bool {
    let own = names + Int(row.nameOffset)
    var i = 8
    while i < Int(row.nameLength) - 8 {
      if own[i] != name[i] { return false }
      i += 1
    }
    return true
  }

  /// The row of the resource type with this name, -1 when a document cannot have such a resource.
  @inlinable
  package func resource(named name: UnsafePointer<UInt8>, length: Int) -> Int {
    let member = member(named: name, length: length, of: types[resourceDirectory])
    return member < 0 ? -1 : Int(members[member].type)
  }
}
