import FHIRSchema
import FHIRView
import FHIRTape

/// A reference `#id` names a contained resource.
///
/// Judged by the walk itself, which looks at the form of every reference anyway, with an index of ids that is made once
/// for a resource.
extension Walker {
  /// Judges `#id`: a contained resource of that id must be there, and of a type that the element allows.
  @inline(never)
  mutating func checkLocalReference(_ text: TextBytes, _ value: Int, _ member: Int) {
    let mayMeanContainer = invariants.has(.localReferenceOrContainer)
    if mayMeanContainer, text.count == 1 { return }
    let id = UnsafeBufferPointer(start: text.bytes + 1, count: text.count - 1)
    guard container >= 0, let resource = containedIDs.find(id, in: container, of: tape) else {
      if container >= 0, containedIDs.isBroken { return }
      report(
        mayMeanContainer ? .localReferenceOrContainer : .localReference, at: tape.range(value), path: .member(member),
        expected: "a contained resource with the id '\(String(decoding: id, as: UTF8.self).clipped)'")
      return
    }
    let type = resourceType(of: resource)
    if type >= 0 { checkTarget(type, of: value, member) }
  }
}
