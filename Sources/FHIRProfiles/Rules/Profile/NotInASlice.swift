package import FHIRFindings

extension Rule {
  package static let profileNotInASlice = Rule(
    "profile/not-in-a-slice", .error, .structure,
    summary: "a value is in none of the slices that a profile allows",
    explanation: Explanation(
      checks: """
        If the slices of an element are closed, each of its values must be in one of them. A part of an extension with a \
        relative url is one of those that its definition has; with another url it is an extension of its own.
        """,
      matters: "The profile states that there are no other values, and a reader relies on that.",
      profile: """
        { "path": "Patient.identifier", "slicing": { "discriminator": ["system"], "rules": "closed" } },
        { "path": "Patient.identifier", "name": "mrn" },
        { "path": "Patient.identifier.system", "fixedUri": "http://example.org/mrn" }
        """,
      bad: #""identifier": [{ "system": "http://example.org/other", "value": "1" }]"#,
      good: #""identifier": [{ "system": "http://example.org/mrn", "value": "1" }]"#))
}
