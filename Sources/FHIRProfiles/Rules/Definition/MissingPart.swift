package import FHIRFindings

extension Rule {
  package static let definitionMissingPart = Rule(
    "definition/missing-part", .warning, .notFound,
    summary: "a profile that another one refers to is not available",
    explanation: Explanation(
      checks: "A profile that values, targets or slices of a record must meet is among the definitions.",
      matters: "Whether they meet it is not judged. Give the profile with a further `--definitions`.",
      bad: ProfileExample.text(
        #"{ "path": "Patient.name", "type": [{ "code": "HumanName", "profile": ["http://example.org/nowhere"] }] }"#),
      good: ProfileExample.text(
        #"{ "path": "Patient.name", "type": [{ "code": "HumanName", "profile": ["http://example.org/name"] }] }"#),
      specification: "https://hl7.org/fhir/R4/profiling.html"))
}
