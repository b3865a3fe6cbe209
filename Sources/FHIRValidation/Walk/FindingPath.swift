import FHIRSchema

/// The subject of a finding, relative to the current element, as the reporting rule knows it.
///
/// The path itself is recorded with the finding, because the walk moves on.
enum FindingPath {
  /// The current element.
  case element
  /// A member of the current element, or its `_` sibling; `index` is its place in an array, -1 for a single value.
  case member(MemberID, index: Int = -1, isSibling: Bool = false)
  /// An element that the current one lacks, by its number in the schema.
  case missing(Int)
  /// Something in the current element, by its name.
  case child(StaticString)
  /// Something in the current element: the rest of the path.
  case below(String)
  /// A choice of the current element, by its name without `[x]`, and the key of a variant as written.
  case choice(String, key: String)
  /// Something in the current element, by its key as written.
  case key(String)
  /// An unrelated place: the whole path.
  case text(String)
}
