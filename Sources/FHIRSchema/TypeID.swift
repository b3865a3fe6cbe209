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

  /// Whether the release has the type.
  @inlinable @inline(__always)
  package var exists: Bool { row >= 0 }
}

extension MemberRow {
  /// The type of the value.
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
