package import FHIRDiagnostics

extension Rule {
  /// Reports: values are not in the order of the profile's slices.
  package static let profileSliceOrder = Rule(
    "profile/slice-order", .error, .structure,
    summary: "values are not in the order of the profile's slices",
    explanation: Explanation(
      checks: """
        Where slices are ordered, their values must stand in the order in which the profile has the slices. Where they \
        are open at the end, what is in no slice must come last.
        """,
      matters: """
        A reader takes the values by their places.
        """,
      bad: ProfileExample.text(
        """
        { "path": "Patient.telecom", "slicing": { "discriminator": ["system"], "ordered": true, "rules": "open" } },
        { "path": "Patient.telecom", "name": "phone" },
        { "path": "Patient.telecom.system", "fixedCode": "phone" },
        { "path": "Patient.telecom", "name": "email" },
        { "path": "Patient.telecom.system", "fixedCode": "email" }
        """,
        record: """
          "telecom": [{ "system": "email", "value": "a@example.org" }, { "system": "phone", "value": "1" }]
          """),
      good: ProfileExample.text(
        """
        { "path": "Patient.telecom", "slicing": { "discriminator": ["system"], "ordered": true, "rules": "open" } },
        { "path": "Patient.telecom", "name": "phone" },
        { "path": "Patient.telecom.system", "fixedCode": "phone" },
        { "path": "Patient.telecom", "name": "email" },
        { "path": "Patient.telecom.system", "fixedCode": "email" }
        """,
        record: """
          "telecom": [{ "system": "phone", "value": "1" }, { "system": "email", "value": "a@example.org" }]
          """),
      specification: "https://hl7.org/fhir/R4/profiling.html"))
}
