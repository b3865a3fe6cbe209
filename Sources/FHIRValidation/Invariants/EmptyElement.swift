import FHIRSchema
import FHIRRecognition
import FHIRTape
import FHIRSupport

/// An element has a value or children. Neither an id alone nor a comment counts.
///
/// The walk judges this directly because it applies to nearly every element.
extension RecordCursor {
  /// Whether a key is the release's member for comments.
  func isComments(_ key: TapeIndex) -> Bool {
    guard let comments = schema.facts.comments else { return false }
    return tape.string(key).byBytes == comments.byBytes
  }

  /// Reports an object without members.
  @inline(never)
  mutating func reportEmptyObject(_ object: TapeIndex) {
    report(.elementHasContent, at: tape.range(object), path: .element, found: "{}")
  }

  /// Judges the `_` sibling of a primitive that has no value: an id alone is no content.
  @inline(never)
  mutating func checkSiblingAlone(_ object: TapeIndex, _ member: MemberID, index: Int) {
    guard tape.tag(object) == .object, tape.length(object) > 0 else { return }
    for key in tape.keys(of: object) where !tape.string(key, equals: "id") && !isComments(key) { return }
    report(
      .elementHasContent, at: headRange(object), path: .member(member, index: index, isSibling: true),
      found: "nothing but an id or a comment")
  }

  /// Reports an object whose members give no content.
  @inline(never)
  mutating func reportSilentObject(_ object: TapeIndex) {
    report(.elementHasContent, at: headRange(object), path: .element, found: "nothing but an id or a comment")
  }
}
