package import FHIRDiagnostics

extension Rule {
  /// Reports a profile that another one refers to, and that is not available.
  package static let definitionMissingPart = Rule(
    "definition/missing-part", .warning, .notFound,
    summary: "a profile that another one refers to is not available",
    explanation: Explanation(
      checks: """
        The values of an element, the targets of a reference, or the values of a slice may have to meet a profile. A \
        profile that a record needs in this way must be among the given or built-in definitions.
        """,
      matters: """
        Whether values meet it is not judged. Records with such values count as not judged wholly. Give the profile \
        with a further `--definitions`.
        """,
      bad: ProfileExample.text(
        #"{ "path": "Patient.name", "type": [{ "code": "HumanName", "profile": ["http://example.org/nowhere"] }] }"#),
      good: ProfileExample.text(
        #"{ "path": "Patient.name", "type": [{ "code": "HumanName", "profile": ["http://example.org/name"] }] }"#),
      specification: "https://hl7.org/fhir/R4/profiling.html"))
}
