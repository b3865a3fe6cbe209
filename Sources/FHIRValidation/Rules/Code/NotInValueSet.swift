import Diagnostics

extension Rule {
  /// Reports a code outside a required value set.
  package static let notInValueSet = Rule(
    "code/not-in-value-set", .error, .codeInvalid,
    summary: "the code is not in the required value set",
    explanation: Explanation(
      checks: """
        Where DSTU2 binds an element to a value set as required, the code is one of that set, in exactly its upper \
        and lower case. In a Coding the system counts too, and in a CodeableConcept it is enough that one coding \
        fits; the rest may be translations. Value sets that cannot be expanded offline are counted as not checked.
        """,
      matters: """
        Programs branch on these codes: status, gender, verification. A code from elsewhere, such as M for a gender, \
        falls into the default branch, and an entered-in-error record may be shown as true.
        """,
      bad: """
        {
          "resourceType": "Patient",
          "gender": "M"
        }
        """,
      good: """
        {
          "resourceType": "Patient",
          "gender": "male"
        }
        """,
      specification: "https://hl7.org/fhir/DSTU2/terminologies.html#required"))
}
