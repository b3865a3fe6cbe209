import FHIRSchema
import FHIRView
import FHIRTape
import FHIRText

/// An element has a value or children. An id alone is neither, and nor is a comment.
///
/// Judged by the walk itself, as nearly every element of a record meets it.
extension RecordCursor {
  /// Whether a key is the one that the release has for comments.
  func isComments(_ key: Int) -> Bool {
    guard let comments = schema.facts.comments else { return false }
    return tape.string(key).byBytes == comments.byBytes
  }

  /// Reports an object without members.
  @inline(never)
  mutating func reportEmptyObject(_ object: Int) {
    report(.elementHasContent, at: tape.range(object), path: .element, found: "{}")
  }

  /// Judges the `_` sibling of a primitive that has no value: an id says nothing of what is not there.
  @inline(never)
  mutating func checkSiblingAlone(_ object: Int, _ member: MemberID, index: Int) {
    guard tape.tag(object) == .object else { return }
    let end = tape.next(object)
    var key = object + 2
    if key == end { return }
    while key < end {
      guard tape.string(key, equals: "id") || isComments(key) else { return }
      key = tape.next(key + 1)
    }
    report(
      .elementHasContent, at: headRange(object), path: .member(member, index: index),
      found: "nothing but an id or a comment")
  }

  /// Reports an object that has members, but none that says something.
  @inline(never)
  mutating func reportSilentObject(_ object: Int) {
    report(.elementHasContent, at: headRange(object), path: .element, found: "nothing but an id or a comment")
  }
}
