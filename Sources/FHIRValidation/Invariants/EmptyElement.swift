import FHIRSchema
import FHIRView
import JSONTape

/// ele-1: an element has a value or children. An id alone is neither, and nor is a comment.
///
/// Judged by the walk itself, as nearly every element of a record meets it.
extension Walker {
  @inline(never)
  mutating func reportEmptyObject(_ object: Int) {
    report(
      "ele-1", at: tape.range(object), path: path.text(schema), found: "{}")
  }

  /// Reports an object that has members, but none that says something.
  @inline(never)
  mutating func reportSilentObject(_ object: Int) {
    report("ele-1", at: headRange(object), path: path.text(schema), found: "nothing but an id or a comment")
  }
}
