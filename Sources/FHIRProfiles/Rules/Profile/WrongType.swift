package import FHIRDiagnostics

extension Rule {
  /// Reports: a value is of a type that the profile does not allow.
  package static let profileWrongType = Rule(
    "profile/wrong-type", .error, .structure,
    summary: "a value is of a type that the profile does not allow",
    explanation: Explanation(
      checks: """
        A profile is about one type, and may leave fewer types of a choice. A value must be of one that is left.
        """,
      matters: """
        A reader of the profile knows only the types that it names.
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
