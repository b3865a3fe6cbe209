import Diagnostics

extension Rule {
  /// Reports a required element that is absent.
  package static let missingElement = Rule(
    "structure/missing-element", .error, .required,
    summary: "a required element is absent",
    explanation: Explanation(
      checks: """
        Every element whose minimum is one is present, in resources, in their nested elements and in data types. A \
        primitive may be present by its `_` sibling alone, when an extension says why there is no value. A choice \
        such as `medication[x]` is satisfied by any of its variants.
        """,
      matters: """
        The specification requires what a record cannot be understood without: an Observation without `status` may be \
        preliminary or entered in error. Real exports lack such elements surprisingly often, `Condition.patient` for \
        one.
        """,
      bad: """
        {
          "resourceType": "Observation",
          "code": { "text": "Body weight" }
        }
        """,
      good: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" }
        }
        """,
      specification: "https://hl7.org/fhir/DSTU2/conformance-rules.html"))
}
