package import FHIRFindings

extension Rule {
  package static let profileMissingSlice = Rule(
    "profile/missing-slice", .error, .required,
    summary: "a profile requires a value that is not among those of an element",
    explanation: Explanation(
      checks: """
        A profile may divide the values of an element into slices, distinguished by a discriminator, and require \
        values in a slice. The finding names the discriminator of the slice and, of the values in no slice, the \
        closest one with the value of its discriminator. If that one has more of the discriminators than any other, \
        or if no other value could be meant, the finding is at its wrong discriminator, or at the object that lacks \
        it; otherwise it is at the object that has the element.
        """,
      matters: "A reader looks for the value of that slice, such as an identifier of one system, and does not find it.",
      profile: """
        { "path": "Patient.identifier", "slicing": { "discriminator": ["system"], "rules": "open" } },
        { "path": "Patient.identifier", "name": "mrn", "min": 1 },
        { "path": "Patient.identifier.system", "fixedUri": "http://example.org/mrn" }
        """,
      bad: #""identifier": [{ "system": "http://example.org/other", "value": "1" }]"#,
      good: #""identifier": [{ "system": "http://example.org/mrn", "value": "1" }]"#))
}
