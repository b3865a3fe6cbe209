import Diagnostics
import FHIRSchema
import FHIRView
import JSONTape

extension Rule {
  /// Reports a reference to a contained resource that is not there.
  package static let unresolvedContained = Rule(
    "reference/unresolved-contained", .error, .notFound,
    summary: "no contained resource has this id",
    explanation: Explanation(
      checks: """
        A reference `#id` names a resource in the `contained` of the resource that it stands in, or, from within a \
        contained resource, of the resource around it. Upper and lower case count.
        """,
      matters: """
        A contained resource exists nowhere else, so nothing can be looked up later. It was probably dropped when the \
        record was copied or filtered.
        """,
      bad: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "subject": { "reference": "#p1" }
        }
        """,
      good: """
        {
          "resourceType": "Observation",
          "contained": [{ "resourceType": "Patient", "id": "p1" }],
          "status": "final",
          "code": { "text": "Body weight" },
          "subject": { "reference": "#p1" }
        }
        """,
      specification: "https://hl7.org/fhir/DSTU2/references.html#contained"))
}

extension Walker {
  /// Judges `#id`: a contained resource of that id must be there, and of a type that the element allows.
  @inline(never)
  mutating func checkLocalReference(_ text: TextBytes, _ value: Int, _ member: Int) {
    let id = UnsafeBufferPointer(start: text.bytes + 1, count: text.count - 1)
    guard container >= 0, let resource = containedIDs.find(id, in: container, of: tape) else {
      if container >= 0, containedIDs.isBroken { return }
      report(
        .unresolvedContained, at: tape.range(value), path: path.text(schema, member: member, index: -1),
        "expected a contained resource with the id '\(String(decoding: id, as: UTF8.self).clipped)', found none")
      return
    }
    let type = resourceType(of: resource)
    if type >= 0 { checkTarget(type, of: value, member) }
  }
}
