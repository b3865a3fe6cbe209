/// The row of a type in the tables of its release, as ``MemberID`` is that of a member.
@frozen
@usableFromInline
package struct TypeID: Hashable, Sendable, BitwiseCopyable {
  /// The place among ``SchemaRows/types``, negative for none.
  @usableFromInline package let row: Int

  @inlinable @inline(__always)
  package init(_ row: Int) { self.row = row }

  /// What stands for a type that the release does not have.
  @inlinable package static var none: TypeID { TypeID(-1) }

  @inlinable @inline(__always)
  package var exists: Bool { row >= 0 }
}

extension MemberRow {
  @inlinable @inline(__always)
  package var typeID: TypeID { TypeID(Int(type)) }
}

extension UnsafePointer {
  /// The row of a type, which must exist, in a table with a row for each.
  @inlinable @inline(__always)
  package subscript(type: TypeID) -> Pointee { self[type.row] }
}

extension Array {
  /// The element of a type, which must exist, in a list with one for each.
  @inlinable @inline(__always)
  package subscript(type: TypeID) -> Element {
    get { self[type.row] }
    _modify { yield &self[type.row] }
  }
}

/// The row of a member in the table of its release.
///
/// A number of its own type, since the functions of the walk have tape indices, places in arrays and rows of types beside
/// it. It is one word and costs what an `Int` costs.
@frozen
@usableFromInline
package struct MemberID: Hashable, Sendable {
  /// The place among ``SchemaRows/members``, negative for none.
  @usableFromInline package let row: Int

  @inlinable @inline(__always)
  package init(_ row: Int) { self.row = row }

  /// What a look-up gives for a name that a type does not have.
  @inlinable package static var none: MemberID { MemberID(-1) }

  @inlinable @inline(__always)
  package var exists: Bool { row >= 0 }
}

extension UnsafePointer where Pointee == MemberRow {
  @inlinable @inline(__always)
  package subscript(member: MemberID) -> MemberRow { self[member.row] }
}

/// The number of an element among ``SchemaTable/elements``, as ``MemberID`` is that of a member.
@frozen
@usableFromInline
package struct ElementID: Hashable, Sendable {
  /// Negative for none.
  @usableFromInline package let row: Int

  @inlinable @inline(__always)
  package init(_ row: Int) { self.row = row }

  /// What stands for an object that no element with constraints of its own has.
  @inlinable package static var none: ElementID { ElementID(-1) }

  @inlinable @inline(__always)
  package var exists: Bool { row >= 0 }
}
