package import FHIRDiagnostics

extension Rule {
  /// Reports a profile whose base cannot be used.
  package static let definitionMissingBase = Rule(
    "definition/missing-base", .warning, .notFound,
    summary: "the base of a profile is not available",
    explanation: Explanation(
      checks: """
        A profile without a snapshot states only the differences from its base. The definition of the base must be \
        among the given or built-in ones, must be for the same type, and must not refine the profile itself.
        """,
      matters: """
        The profile is not judged at all. Records that claim it count as not judged wholly. Give the base with a \
        further `--definitions`.
        """,
      bad: ProfileExample.text(#"{ "path": "Patient.name", "max": "1" }"#, base: "nowhere"),
      good: ProfileExample.text(#"{ "path": "Patient.name", "max": "1" }"#, base: "named-patient"),
      specification: "https://hl7.org/fhir/R4/profiling.html"))
}
