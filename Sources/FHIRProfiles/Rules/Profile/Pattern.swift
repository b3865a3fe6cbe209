package import FHIRDiagnostics

extension Rule {
  /// Reports: a value lacks what the profile's pattern has.
  package static let profilePattern = Rule(
    "profile/pattern", .error, .value,
    summary: "a value lacks what the profile's pattern has",
    explanation: Explanation(
      checks: """
        Where a profile has a pattern, the value must have at least all that the pattern has: each member, and for \
        each item of an array one that has at least as much.
        """,
      matters: """
        The pattern is what a reader looks for, such as a code that says what an observation is.
        """,
      bad: ProfileExample.text(
        """
        { "path": "Patient.maritalStatus", "patternCodeableConcept": { "coding": [{ "code": "M" }] } }
        """,
        record: """
          "maritalStatus": { "coding": [{ "system": "http://hl7.org/fhir/v3/MaritalStatus", "code": "S" }] }
          """),
      good: ProfileExample.text(
        """
        { "path": "Patient.maritalStatus", "patternCodeableConcept": { "coding": [{ "code": "M" }] } }
        """,
        record: """
          "maritalStatus": { "coding": [{ "system": "http://hl7.org/fhir/v3/MaritalStatus", "code": "M" }] }
          """),
      specification: "https://hl7.org/fhir/R4/profiling.html"))
}
