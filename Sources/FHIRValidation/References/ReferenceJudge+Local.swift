import FHIRSchema
import FHIRView
import FHIRTape

/// A reference `#id` names a contained resource.
///
/// Judged without an expression, with an index of ids that is made once per resource.
extension ReferenceJudge {
  /// Judges `#id`: a contained resource with that id must exist, and have a type that the element allows.
  @inline(never)
  mutating func checkLocalReference(
    _ text: TextBytes, _ value: TapeIndex, _ member: MemberID, _ cursor: inout RecordCursor
  ) {
    let mayMeanContainer = cursor.invariants.has(.localReferenceOrContainer)
    if mayMeanContainer, text.count == 1 {
      if let type = typeOfContainer(&cursor) { cursor.checkTarget(type, of: value, member) }
      return
    }
    let id = UnsafeBufferPointer(start: text.bytes + 1, count: text.count - 1)
    guard cursor.container.exists, let resource = containedIDs.find(id, in: cursor.container, of: cursor.tape) else {
      if cursor.container.exists, containedIDs.isBroken { return }
      cursor.report(
        mayMeanContainer ? .localReferenceOrContainer : .localReference, at: cursor.tape.range(value),
        path: .member(member),
        expected: "a contained resource with the id '\(String(decoding: id, as: UTF8.self).clipped)'")
      return
    }
    let type = cursor.resourceType(of: resource)
    if type.exists { cursor.checkTarget(type, of: value, member) }
  }

  /// The row of the type of the resource that contains the current one, which `#` alone names.
  func typeOfContainer(_ cursor: inout RecordCursor) -> TypeID? {
    guard cursor.container.exists, case let type = cursor.resourceType(of: cursor.container), type.exists else {
      return nil
    }
    return type
  }
}
