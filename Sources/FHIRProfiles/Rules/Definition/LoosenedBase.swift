package import FHIRFindings

extension Rule {
  package static let definitionLoosenedBase = Rule(
    "definition/loosened-base", .warning, .structure,
    summary: "a profile allows what its base forbids",
    explanation: Explanation(
      checks: "A profile may only restrict its base: in number, type, target, value, pattern, binding and slices.",
      matters: "A record that conforms to a profile conforms to its base, so it is judged by both.",
      bad: ProfileExample.text(#"{ "path": "Patient.name", "min": 0 }"#, base: "named-patient"),
      good: ProfileExample.text(#"{ "path": "Patient.name", "max": "1" }"#, base: "named-patient"),
      specification: "https://hl7.org/fhir/R4/profiling.html"))
}
