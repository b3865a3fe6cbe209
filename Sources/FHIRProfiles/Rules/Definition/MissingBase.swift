package import FHIRFindings

extension Rule {
  package static let definitionMissingBase = Rule(
    "definition/missing-base", .warning, .notFound,
    summary: "the base of a profile is not available",
    explanation: Explanation(
      checks: "A profile without a snapshot needs the definition of its base, for the same type and not in a circle.",
      matters: "The profile is not judged at all. Give the base with a further `--definitions`.",
      bad: ProfileExample.text(#"{ "path": "Patient" }"#, base: "nowhere"),
      good: ProfileExample.text(#"{ "path": "Patient" }"#, base: "named-patient"),
      specification: "https://hl7.org/fhir/R4/profiling.html"))
}
