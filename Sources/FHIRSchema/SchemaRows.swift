/// The rows as bare pointers: what the walk carries, so that no look-up retains or releases the table.
///
/// Good for as long as the ``SchemaTable`` that it is a part of.
@frozen
@usableFromInline
package struct SchemaRows: @unchecked Sendable {
  // @unchecked: the memory is written once, before the table exists, and never again.
  @usableFromInline package let types: UnsafePointer<TypeRow>
  @usableFromInline package let members: UnsafePointer<MemberRow>
  /// Member numbers plus one, relative to the first member of the type; 0 is an empty place.
  @usableFromInline package let hashes: UnsafePointer<UInt16>
  @usableFromInline package let names: UnsafePointer<UInt8>
  /// A pseudo-type whose members are the names of all resources that can stand in a document.
  @usableFromInline package let resourceDirectory: Int

  @inlinable
  package init(
    types: UnsafePointer<TypeRow>, members: UnsafePointer<MemberRow>, hashes: UnsafePointer<UInt16>,
    names: UnsafePointer<UInt8>, resourceDirectory: Int
  ) {
    self.types = types
    self.members = members
    self.hashes = hashes
    self.names = names
    self.resourceDirectory = resourceDirectory
  }

  /// The row of the member with this name in a type, -1 when the type has none.
  ///
  /// - Parameter name: at least eight readable bytes, whatever the length.
  @inlinable @inline(__always)
  package func member(
    named name: UnsafePointer<UInt8>, length: Int, of type: UnsafePointer<TypeRow>
  ) -> Int {
    let head = NameHash.head(name, length)
    let tail = NameHash.tail(name, length)
    let mask = Int(type.pointee.hashMask)
    let table = hashes + Int(type.pointee.hashStart)
    var place = NameHash.hash(head, tail, seed: type.pointee.hashSeed) & mask
    while true {
      let entry = table[place]
      if entry == 0 { return -1 }
      let index = Int(type.pointee.firstMember) &+ Int(entry) &- 1
      let row = members + index
      if row.pointee.head == head, row.pointee.tail == tail, Int(row.pointee.nameLength) == length,
        length <= 16 || middleIsEqual(row, name)
      {
        return index
      }
      place = (place &+ 1) & mask
    }
  }

  @usableFromInline
  package func middleIsEqual(_ row: UnsafePointer<MemberRow>, _ name: UnsafePointer<UInt8>) -> Bool {
    let own = names + Int(row.pointee.nameOffset)
    var i = 8
    while i < Int(row.pointee.nameLength) - 8 {
      if own[i] != name[i] { return false }
      i += 1
    }
    return true
  }

  /// The row of the resource type with this name, -1 when a document cannot have such a resource.
  @inlinable
  package func resource(named name: UnsafePointer<UInt8>, length: Int) -> Int {
    let member = member(named: name, length: length, of: types + resourceDirectory)
    return member < 0 ? -1 : Int(members[member].type)
  }
}
