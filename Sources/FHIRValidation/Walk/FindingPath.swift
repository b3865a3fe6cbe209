/// What a finding is about, as the rule that reports it knows it: seen from the element in hand.
///
/// The path itself is written down with the finding, since the walk goes on.
enum FindingPath {
  /// The element in hand.
  case element
  /// A member of the element in hand; `index` is its place in an array, -1 for a single value.
  case member(Int, index: Int = -1)
  /// An element that the one in hand lacks, by its number in the schema.
  case missing(Int)
  /// Something in the element in hand, by its name.
  case child(StaticString)
  /// Something in the element in hand: the key that it has, or the rest of the path.
  case below(String)
  /// Something else altogether: the whole path.
  case text(String)
}
