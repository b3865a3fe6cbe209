import FHIRSchema
import FHIRView
import JSONTape

/// ele-1: an element has a value or children. An id alone is neither, and nor is a comment.
///
/// Judged by the walk itself, as nearly every element of a record meets it.
extension Walker {
  /// Reports an object without members, and what else it breaks by having none.
  @inline(never)
  mutating func reportEmptyObject(_ object: Int, type: Int, element: Int) {
    report("ele-1", at: tape.range(object), path: path.text(schema), found: "{}")
    checkInvariants(gates.types[type].run, of: object, type: type, filled: 0)
    if element >= 0 { checkInvariants(gates.elements[element], of: object, type: type, filled: 0) }
  }

  /// Judges the `_` siblings of primitives that have no value: an id says nothing of what is not there.
  ///
  /// - Parameters:
  ///   - siblings: one sibling, or an array of them.
  ///   - values: the value or the array beside it, -1 for none.
  @inline(never)
  mutating func checkSiblingsAlone(_ siblings: Int, beside values: Int, _ member: Int) {
    guard tape.tag(siblings) == .array else {
      if values < 0 { checkSiblingAlone(siblings, member, index: -1) }
      return
    }
    // Where one has an array and the other has not, or a longer one, nobody can tell which belongs to which.
    if values >= 0, tape.tag(values) != .array || tape.length(values) != tape.length(siblings) { return }
    let end = tape.next(siblings)
    var item = siblings + 2
    var value = values + 2
    var index = 0
    while item < end {
      if values < 0 || tape.tag(value) == .null { checkSiblingAlone(item, member, index: index) }
      if values >= 0 { value = tape.next(value) }
      item = tape.next(item)
      index += 1
    }
  }

  private mutating func checkSiblingAlone(_ object: Int, _ member: Int, index: Int) {
    guard tape.tag(object) == .object else { return }
    let end = tape.next(object)
    var key = object + 2
    if key == end { return }
    while key < end {
      guard tape.string(key, equals: "id") || tape.string(key, equals: "fhir_comments") else { return }
      key = tape.next(key + 1)
    }
    report(
      "ele-1", at: headRange(object), path: path.text(schema, member: member, index: index),
      found: "nothing but an id or a comment")
  }

  /// Reports an object that has members, but none that says something.
  @inline(never)
  mutating func reportSilentObject(_ object: Int) {
    report("ele-1", at: headRange(object), path: path.text(schema), found: "nothing but an id or a comment")
  }
}
