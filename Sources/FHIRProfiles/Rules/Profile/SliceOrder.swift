package import FHIRFindings

extension Rule {
  package static let profileSliceOrder = Rule(
    "profile/slice-order", .error, .structure,
    summary: "values are not in the order of the profile's slices",
    explanation: Explanation(
      checks: """
        If slices are ordered, their values must be in the order in which the profile lists the slices. If they are \
        open at the end, values in no slice must come last.
        """,
      matters: "Readers identify the values by their positions.",
      profile: """
        { "path": "Patient.telecom", "slicing": { "discriminator": ["system"], "ordered": true, "rules": "open" } },
        { "path": "Patient.telecom", "name": "phone" },
        { "path": "Patient.telecom.system", "fixedCode": "phone" },
        { "path": "Patient.telecom", "name": "email" },
        { "path": "Patient.telecom.system", "fixedCode": "email" }
        """,
      bad: #""telecom": [{ "system": "email", "value": "a@example.org" }, { "system": "phone", "value": "1" }]"#,
      good: #""telecom": [{ "system": "phone", "value": "1" }, { "system": "email", "value": "a@example.org" }]"#))
}
