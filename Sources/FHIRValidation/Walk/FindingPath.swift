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
  /// Something else in the element in hand, as text: the key that it has, or the rest of a path.
  case child(String)
  /// Somewhere else: the whole path.
  case text(String)
}
