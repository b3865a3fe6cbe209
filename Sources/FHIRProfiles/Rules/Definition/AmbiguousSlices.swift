package import FHIRDiagnostics

extension Rule {
  /// Reports slices of a profile that nothing tells apart.
  package static let definitionAmbiguousSlices = Rule(
    "definition/ambiguous-slices", .warning, .structure,
    summary: "nothing tells which values are in a slice",
    explanation: Explanation(
      checks: """
        A slice of a profile needs a discriminator, and a statement about the place to which the discriminator \
        points. Without one of them, or with a discriminator that cannot be followed, no value can be assigned to \
        the slice.
        """,
      matters: """
        The slice is not judged, and neither is whether a value belongs to none of the slices. Records judged by the \
        profile count as not judged wholly.
        """,
      bad: ProfileExample.text(
        """
        { "path": "Patient.telecom", "slicing": { "discriminator": ["system"], "rules": "open" } },
        { "path": "Patient.telecom", "name": "phone", "min": 1 }
        """, record: #""telecom": [{ "system": "phone", "value": "1" }]"#),
      good: ProfileExample.text(
        """
        { "path": "Patient.telecom", "slicing": { "discriminator": ["system"], "rules": "open" } },
        { "path": "Patient.telecom", "name": "phone", "min": 1 },
        { "path": "Patient.telecom.system", "fixedCode": "phone" }
        """, record: #""telecom": [{ "system": "phone", "value": "1" }]"#),
      specification: "https://hl7.org/fhir/R4/profiling.html"))
}
