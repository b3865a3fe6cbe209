/// What tells the release of a record whose elements are in all releases: a code that not all of them allow, or an
/// element that not all of them require.
///
/// Only records that show nothing else are examined for these, so the words stay in the text.
package struct SparseSign: Sendable {
  package enum Kind: Sendable {
    /// The releases have a required value set with these codes for the element at the path.
    case codes
    /// The releases require these members of the objects at the path.
    case needs
    /// The releases require these members of a Bundle's entry that holds a resource.
    case entry
  }

  package let kind: Kind
  /// The resource type, as the holder of its members; 0 for an entry.
  package let holder: UInt16
  package internal(set) var releases: ReleaseSet
  /// The names that lead from the resource to the element, separated by full stops; empty for the resource itself.
  let path: Range<Int>
  /// The codes, or the members; a member with several names has a bar between them.
  let words: Range<Int>
}

extension ReleaseDistinctions {
  package func path(of sign: SparseSign) -> UnsafeBufferPointer<UInt8> { text(sign.path) }
  package func words(of sign: SparseSign) -> UnsafeBufferPointer<UInt8> { text(sign.words) }

  /// Whether a part of a list, between separators, meets a condition.
  package static func contains(
    _ list: UnsafeBufferPointer<UInt8>, separator: UInt8, where isWanted: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    var start = 0
    while start < list.count {
      let end = list[start...].firstIndex(of: separator) ?? list.count
      if isWanted(list.slice(start, end)) { return true }
      start = end + 1
    }
    return false
  }
}
