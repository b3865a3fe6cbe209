/// The number of a row in a table of its release.
///
/// Each table has a type of numbers of its own, since the functions of the walk have tape indices, places in arrays and
/// rows of several tables beside each other. It is one word and costs what an `Int` costs.
@frozen
@usableFromInline
package struct RowID<Row>: Hashable, Sendable, BitwiseCopyable {
  /// Negative for none.
  @usableFromInline package let row: Int

  @inlinable @inline(__always) package init(_ row: Int) { self.row = row }

  /// What stands for a row that the release does not have.
  @inlinable @inline(__always) package static var none: Self { Self(-1) }

  @inlinable @inline(__always) package var exists: Bool { row >= 0 }
}

/// The place among ``SchemaRows/types``.
@usableFromInline package typealias TypeID = RowID<TypeRow>
/// The place among ``SchemaRows/members``.
@usableFromInline package typealias MemberID = RowID<MemberRow>
/// The number among ``SchemaTable/elements``.
@usableFromInline package typealias ElementID = RowID<SchemaElement>

extension MemberRow {
  @inlinable @inline(__always) package var typeID: TypeID { TypeID(Int(type)) }
}

extension UnsafePointer {
  /// The row of a type, which must exist, in a table with a row for each.
  @inlinable @inline(__always) package subscript(type: TypeID) -> Pointee { self[type.row] }
}

extension Array {
  /// The element of a type, which must exist, in a list with one for each.
  @inlinable @inline(__always) package subscript(type: TypeID) -> Element {
    get { self[type.row] }
    _modify { yield &self[type.row] }
  }
}

extension UnsafePointer where Pointee == MemberRow {
  @inlinable @inline(__always) package subscript(member: MemberID) -> MemberRow { self[member.row] }
}
