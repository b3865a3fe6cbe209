package import FHIRDiagnostics

extension Rule {
  /// Reports an id that is not a FHIR id.
  package static let invalidId = Rule(
    "value/invalid-id", .error, .value,
    summary: "an id is not valid",
    explanation: Explanation(
      checks: """
        An id has 1 to 64 characters: ASCII letters, digits, `-` and `.`. Underscores, slashes, spaces and all other \
        characters are refused. The rule also covers `meta.versionId`, and in DSTU2 the ids of elements, which have \
        the same type there. In R4 the id of an element is any text without spaces.
        """,
      matters: """
        The id is part of the URL of the record and of every reference to it. With other characters, references to the \
        record are invalid.
        """,
      type: "Patient", bad: #""id": "patient_1""#, good: #""id": "patient-1""#,
      specification: "https://hl7.org/fhir/DSTU2/datatypes.html#id"))
}
