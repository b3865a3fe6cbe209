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

  /// Whether there is such a member.
  @inlinable @inline(__always)
  package var exists: Bool { row >= 0 }
}

extension UnsafePointer where Pointee == MemberRow {
  /// The row of a member, which must exist.
  @inlinable @inline(__always)
  package subscript(member: MemberID) -> MemberRow { self[member.row] }
}
