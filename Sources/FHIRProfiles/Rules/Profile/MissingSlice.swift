package import FHIRDiagnostics

extension Rule {
  /// Reports: a profile requires a value that is not among those of an element.
  package static let profileMissingSlice = Rule(
    "profile/missing-slice", .error, .required,
    summary: "a profile requires a value that is not among those of an element",
    explanation: Explanation(
      checks: """
        A profile may divide the values of an element into slices, told by a discriminator, and require that a slice \
        has values. The finding says what tells the slice, and of the values in no slice the one that comes nearest, \
        with what its discriminator saw.
        """,
      matters: """
        A reader looks for the value of that slice, such as an identifier of one system, and does not find it.
        """,
      bad: ProfileExample.text(
        """
        { "path": "Patient.identifier", "slicing": { "discriminator": ["system"], "rules": "open" } },
        { "path": "Patient.identifier", "name": "mrn", "min": 1 },
        { "path": "Patient.identifier.system", "fixedUri": "http://example.org/mrn" }
        """,
        record: """
          "identifier": [{ "system": "http://example.org/other", "value": "1" }]
          """),
      good: ProfileExample.text(
        """
        { "path": "Patient.identifier", "slicing": { "discriminator": ["system"], "rules": "open" } },
        { "path": "Patient.identifier", "name": "mrn", "min": 1 },
        { "path": "Patient.identifier.system", "fixedUri": "http://example.org/mrn" }
        """,
        record: """
          "identifier": [{ "system": "http://example.org/mrn", "value": "1" }]
          """),
      specification: "https://hl7.org/fhir/R4/profiling.html"))
}
