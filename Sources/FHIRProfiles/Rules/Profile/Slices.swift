package import FHIRFindings

extension Rule {
  package static let profileMissingSlice = Rule(
    "profile/missing-slice", .error, .required,
    summary: "a profile requires a value that is not among those of an element",
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
    good: #""identifier": [{ "system": "http://example.org/mrn", "value": "1" }]"#)

  package static let profileNotInASlice = Rule(
    "profile/not-in-a-slice", .error, .structure, summary: "a value is in none of the slices that a profile allows",
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
    good: #""identifier": [{ "system": "http://example.org/mrn", "value": "1" }]"#)

  package static let profileSliceOrder = Rule(
    "profile/slice-order", .error, .structure, summary: "values are not in the order of the profile's slices",
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
    good: #""telecom": [{ "system": "phone", "value": "1" }, { "system": "email", "value": "a@example.org" }]"#)
}
