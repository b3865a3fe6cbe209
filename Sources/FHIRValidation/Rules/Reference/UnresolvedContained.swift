import Diagnostics

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
