package import FHIRDiagnostics

extension Rule {
  /// Reports an element or a type in a profile that the release does not have.
  package static let definitionUnknownPath = Rule(
    "definition/unknown-path", .warning, .structure,
    summary: "a profile is about an element or a type that the release does not have",
    explanation: Explanation(
      checks: """
        A profile constrains a type of the release, and elements of that type. An element that its type does not \
        have, or whose type is left open, cannot be found in a record.
        """,
      matters: """
        What it states about this part is not judged, so records that break it are not reported. They count as not \
        judged.
        """,
      bad: ProfileExample.text(#"{ "path": "Patient.nickname", "min": 1 }"#),
      good: ProfileExample.text(#"{ "path": "Patient.name", "min": 1 }"#),
      specification: "https://hl7.org/fhir/R4/profiling.html"))
}
