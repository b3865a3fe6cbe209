package import FHIRFindings

extension Rule {
  package static let definitionUnreadable = Rule(
    "definition/unreadable", .error, .structure,
    summary: "a definition cannot be read",
    explanation: Explanation(
      checks:
        "What is given as definitions is JSON with a url, within the limits, for a release that is judged. Each element has a path, and what it says of numbers, bindings, slicings and constraints has a form that the specification knows.",
      matters: "The definition is left out, so nothing is judged by it.",
      bad: ProfileExample.text(#"{ "min": 1 }"#),
      good: ProfileExample.text(#"{ "path": "Patient.name", "min": 1 }"#),
      specification: "https://hl7.org/fhir/R4/profiling.html"))
}
