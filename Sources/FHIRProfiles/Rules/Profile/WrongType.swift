package import FHIRFindings

extension Rule {
  package static let profileWrongType = Rule(
    "profile/wrong-type", .error, .structure,
    summary: "a value is of a type that the profile does not allow",
    explanation: Explanation(
      checks: """
        A profile constrains one type, and may allow fewer types for a choice. A value must have one of the remaining \
        types.
        """,
      matters: "Software that relies on the profile supports only the types that it names.",
      profile: #"{ "path": "Patient.deceased[x]", "type": [{ "code": "dateTime" }] }"#,
      bad: #""deceasedBoolean": true"#, good: #""deceasedDateTime": "2020-01-02""#))
}
