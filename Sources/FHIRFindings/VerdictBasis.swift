/// What a verdict on a value depends on besides its type: whether it also applies to other values with the same bytes.
/// A judge that uses more than the bytes of a value returns what it used. A judge that returns nothing uses nothing
/// else. Judges remember values whose verdict depends on their bytes alone.
@frozen
@usableFromInline
package enum VerdictBasis: UInt8, Comparable, Sendable {
  /// Nothing but its bytes.
  case value
  /// The entries of its Bundle.
  case bundle
  /// The record or the entry that contains it, which may differ for the next value.
  case surroundings
  /// The occurrence itself, which left something: a finding, or a count.
  case occurrence

  @inlinable @inline(__always)
  package static func < (one: VerdictBasis, other: VerdictBasis) -> Bool { one.rawValue < other.rawValue }

  // Stated, because the protocol's own operator is a call through the witness table in other modules.
  @inlinable @inline(__always)
  package static func <= (one: VerdictBasis, other: VerdictBasis) -> Bool { one.rawValue <= other.rawValue }
}
