package import FHIRFindings
import FHIRSchema
import FHIRTape

extension Rule {
  package static let unresolvedFragment = Rule(
    "reference/unresolved-fragment", .error, .value,
    summary: "a canonical reference names a contained resource that is not there",
    checks: """
      A canonical reference that is only a fragment, such as `#q`, is the id of a resource that the record contains.
      """,
    matters: "Such a target is nowhere else: a contained resource has no address of its own.",
    form: .resource("QuestionnaireResponse"),
    bad: #"""
      "text": { "status": "generated", "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">Answers</div>" },
      "questionnaire": "#q",
      "status": "completed"
      """#,
    good: #"""
      "text": { "status": "generated", "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">Answers</div>" },
      "contained": [
        {
          "resourceType": "Questionnaire",
          "id": "q",
          "text": { "status": "generated", "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">Questions</div>" },
          "status": "active"
        }
      ],
      "questionnaire": "#q",
      "status": "completed"
      """#,
    specification: "https://hl7.org/fhir/R4/references.html#canonical")
}

extension ReferenceJudge {
  /// Judges a canonical reference that begins with `#`: a contained resource has the id, and a type that the element
  /// allows.
  @inline(never)
  mutating func checkFragment(
    _ text: TextBytes, _ value: TapeIndex, _ member: MemberID, index: Int, _ cursor: inout RecordCursor
  ) {
    let fragment = text.buffer.dropFirst()
    let id = UnsafeBufferPointer(rebasing: fragment.prefix { $0 != UInt8(ascii: "|") })
    guard !id.isEmpty, cursor.container.exists else { return }
    guard let resource = containedIDs.find(id, in: cursor.container, of: cursor.tape) else {
      if containedIDs.isBroken || cursor.drops(.unresolvedFragment) { return }
      return cursor.report(
        .unresolvedFragment, at: cursor.tape.range(value), path: .member(member, index: index),
        "expected a contained resource with the id '\(String(decoding: id, as: UTF8.self).clipped)', found none")
    }
    let type = cursor.resourceType(of: resource)
    if type.exists { cursor.checkCanonicalTarget(type, of: value, member, path: .member(member, index: index)) }
  }
}
