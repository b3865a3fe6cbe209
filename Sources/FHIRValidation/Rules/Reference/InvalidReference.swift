import Diagnostics

extension Rule {
  /// Reports a reference of no known form.
  package static let invalidReference = Rule(
    "reference/invalid-reference", .error, .value,
    summary: "a reference is of no form that FHIR knows",
    explanation: Explanation(
      checks: """
        A reference is an absolute URL, a `urn:`, `Type/id` or `Type/id/_history/version` with a resource type of \
        DSTU2 and a well-formed id, or `#id` for a contained resource. What it points to need not be in the input.
        """,
      matters: """
        A reference of another form, such as a bare id, cannot be followed: the reader does not even know what kind \
        of resource is meant. If only a name is known, `display` holds it without a reference.
        """,
      bad: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "subject": { "reference": "patient 12" }
        }
        """,
      good: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "subject": { "reference": "Patient/12" }
        }
        """,
      specification: "https://hl7.org/fhir/DSTU2/references.html"))
}
