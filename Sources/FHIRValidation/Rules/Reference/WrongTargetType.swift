import Diagnostics

extension Rule {
  /// Reports a reference to a type that the element does not allow.
  package static let wrongTargetType = Rule(
    "reference/wrong-target-type", .error, .invariant,
    summary: "a reference points to a type that is not allowed here",
    explanation: Explanation(
      checks: """
        The resource type that a relative reference names, or that a contained resource has, is one that the element \
        allows. References whose target type cannot be seen, a `urn:` for instance, pass.
        """,
      matters: """
        A condition whose patient is a practitioner belongs to nobody. Typed readers look for the target among \
        resources of the allowed types and do not find it.
        """,
      bad: """
        {
          "resourceType": "Condition",
          "patient": { "reference": "Practitioner/12" },
          "code": { "text": "Asthma" },
          "verificationStatus": "confirmed"
        }
        """,
      good: """
        {
          "resourceType": "Condition",
          "patient": { "reference": "Patient/12" },
          "code": { "text": "Asthma" },
          "verificationStatus": "confirmed"
        }
        """,
      specification: "https://hl7.org/fhir/DSTU2/references.html"))
}
