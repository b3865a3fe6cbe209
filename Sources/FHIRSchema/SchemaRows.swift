/// The rows as bare pointers, which the walk carries so that a look-up neither retains nor releases the table.
///
/// Valid as long as the ``SchemaTable`` that owns them.
@frozen
@usableFromInline
package struct SchemaRows: @unchecked Sendable {
  // @unchecked: the memory is written before the table exists, and never changes afterwards.
  @usableFromInline package let types: UnsafePointer<TypeRow>
  @usableFromInline package let members: UnsafePointer<MemberRow>
  /// Members plus one, a range of places for each type; 0 is an empty place.
  @usableFromInline package let hashes: UnsafePointer<UInt16>
  @usableFromInline package let names: UnsafePointer<UInt8>
  /// One bit for each type, ``targetWords`` words for each row of reference targets.
  @usableFromInline package let targetMasks: UnsafePointer<UInt64>
  @usableFromInline package let targetWords: Int
  /// A pseudo-type whose members are the names of all resources that a document may contain.
  @usableFromInline package let resourceDirectory: TypeID

  /// The member with this name, of at least eight readable bytes, in a type; ``MemberID/none`` if the type has none.
  @usableFromInline
  package func member(named name: UnsafePointer<UInt8>, length: Int, of type: UnsafePointer<TypeRow>) -> MemberID {
    let head = NameHash.head(name, length)
    let mask = Int(type.pointee.hashMask)
    let table = hashes + Int(type.pointee.hashStart)
    var place = NameHash.hash(head, length, seed: type.pointee.hashSeed) & mask
    while true {
      let member = MemberID(Int(table[place]) &- 1)
      if !member.exists || isName(name, length, head, of: member) { return member }
      place = (place &+ 1) & mask
    }
  }

  /// As ``member(named:length:of:)``, but also ``MemberID/none`` for a name that is not in the first place of its hash.
  ///
  /// Few names are elsewhere. Without the loop, the function is short enough to be inlined in the walk.
  @inlinable @inline(__always) package func memberInFirstPlace(
    named name: UnsafePointer<UInt8>, length: Int, of type: UnsafePointer<TypeRow>
  ) -> MemberID {
    let head = NameHash.head(name, length)
    let place = NameHash.hash(head, length, seed: type.pointee.hashSeed) & Int(type.pointee.hashMask)
    let member = MemberID(Int(hashes[Int(type.pointee.hashStart) &+ place]) &- 1)
    return member.exists && isName(name, length, head, of: member) ? member : .none
  }

  @inlinable @inline(__always)
  package func isName(_ name: UnsafePointer<UInt8>, _ length: Int, _ head: UInt64, of member: MemberID) -> Bool {
    let row = members + member.row
    guard row.pointee.head == head, Int(row.pointee.nameLength) == length else { return false }
    if length <= 8 { return true }
    guard row.pointee.tail == NameHash.tail(name, length) else { return false }
    return length <= 16 || Self.isEqual(names + Int(row.pointee.nameOffset), name, from: 8, to: length &- 8)
  }

  @usableFromInline
  package static func isEqual(
    _ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, from start: Int, to end: Int
  ) -> Bool {
    for index in start..<end where a[index] != b[index] { return false }
    return true
  }

  /// The row of the resource type with this name, `.none` if a document cannot contain such a resource.
  @usableFromInline
  package func resource(named name: UnsafePointer<UInt8>, length: Int) -> TypeID {
    let member = member(named: name, length: length, of: types + resourceDirectory.row)
    return member.exists ? members[member].typeID : .none
  }

  @inlinable
  package func isTarget(_ type: TypeID, of targets: Int) -> Bool {
    targetMasks[targets &* targetWords &+ type.row &>> 6] &>> UInt64(type.row & 63) & 1 == 1
  }
}
