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

  /// Whether there is such an element.
  @inlinable @inline(__always)
  package var exists: Bool { row >= 0 }
}
