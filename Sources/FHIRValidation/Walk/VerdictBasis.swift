/// What a verdict on a value rests on besides its type: how far the verdict holds for other values of the same bytes.
///
/// A judge that looks at more than the bytes of a value returns what it looked at. One that returns nothing looks at
/// nothing else: see ``RepeatedValues``.
enum VerdictBasis: UInt8, Comparable {
  /// Nothing but its bytes.
  case value
  /// The entries of its Bundle.
  case bundle
  /// The record or the entry around it, which may be another for the next value.
  case surroundings

  static func < (one: VerdictBasis, other: VerdictBasis) -> Bool { one.rawValue < other.rawValue }
}
