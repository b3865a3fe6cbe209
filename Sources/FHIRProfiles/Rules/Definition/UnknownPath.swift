package import FHIRFindings

extension Rule {
  package static let definitionUnknownPath = Rule(
    "definition/unknown-path", .warning, .structure,
    summary: "a profile is about an element or a type that the release does not have",
    explanation: Explanation(
      checks: "A profile constrains a type of the release, and elements that this type has.",
      matters: "No record can have the element, so what the profile states of it is not judged.",
      bad: ProfileExample.text(#"{ "path": "Patient.nickname", "min": 1 }"#),
      good: ProfileExample.text(#"{ "path": "Patient.name", "min": 1 }"#),
      specification: "https://hl7.org/fhir/R4/profiling.html"))
}
