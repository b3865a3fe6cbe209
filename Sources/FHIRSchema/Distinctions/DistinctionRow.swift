/// A name that tells releases apart: of a resource type, or of a member of some type.
struct DistinctionRow {
  /// The first and the last eight bytes of the name, as in ``MemberRow``.
  var head: UInt64
  var tail: UInt64
  /// The releases that have it, a byte for each ``MemberForm``.
  var forms: UInt64 = 0
  /// Where the name stands in the text.
  var nameOffset: UInt32
  var nameLength: UInt8
  /// Its place among the names of its type, so that a name that is repeated counts once.
  var ordinal: UInt8
  /// The type that it is a name of, 0 for the resource types themselves.
  var holder: UInt16
  /// The type with the members of its value, or the resource type that it names; 0 where nothing is known of them.
  var content: UInt16 = 0
}

/// What a name tells: a copy of what the walk over a record needs.
@frozen
@usableFromInline
package struct Distinction: Sendable {
  @usableFromInline let forms: UInt64
  /// Its place among the names of its type, below 64.
  @usableFromInline package let ordinal: UInt8
  /// The type with the members of its value, or the resource type that it names; 0 where nothing is known of them.
  @usableFromInline package let content: UInt16

  init(_ row: DistinctionRow) {
    (forms, ordinal, content) = (row.forms, row.ordinal, row.content)
  }

  /// The releases that have the name in this form; none where it tells nothing.
  @inlinable
  package func releases(having form: MemberForm) -> ReleaseSet {
    ReleaseSet(rawValue: UInt8(truncatingIfNeeded: forms &>> (UInt64(form.rawValue) &* 8)))
  }
}
