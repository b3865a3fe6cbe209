package import FHIRDiagnostics

extension Rule {
  /// Reports a value of a type that the profile does not allow.
  package static let profileWrongType = Rule(
    "profile/wrong-type", .error, .structure,
    summary: "a value is of a type that the profile does not allow",
    explanation: Explanation(
      checks: """
        A profile constrains one type, and may allow fewer types for a choice. A value must have one of the remaining \
        types.
        """,
      matters: """
        Software that relies on the profile supports only the types that it names.
        """,
      bad: ProfileExample.text(
        """
        { "path": "Patient.deceased[x]", "type": [{ "code": "dateTime" }] }
        """,
        record: """
          "deceasedBoolean": true
          """),
      good: ProfileExample.text(
        """
        { "path": "Patient.deceased[x]", "type": [{ "code": "dateTime" }] }
        """,
        record: """
          "deceasedDateTime": "2020-01-02"
          """),
      specification: "https://hl7.org/fhir/R4/profiling.html"))
}
