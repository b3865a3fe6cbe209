package import FHIRDiagnostics

extension Rule {
  /// Reports what a profile allows although its base forbids it.
  package static let definitionLoosenedBase = Rule(
    "definition/loosened-base", .warning, .structure,
    summary: "a profile allows what its base forbids",
    explanation: Explanation(
      checks: """
        A profile may only restrict its base: it may not lower a minimum, raise a maximum, change a fixed value or a \
        pattern, weaken a required or extensible binding, add types, profiles or targets, or open a closed slicing.
        """,
      matters: """
        A record that conforms to a profile conforms to its base, too. So records are judged by both, and what only \
        the profile allows is an error by the base.
        """,
      bad: ProfileExample.text(#"{ "path": "Patient.name", "min": 0 }"#, base: "named-patient"),
      good: ProfileExample.text(#"{ "path": "Patient.name", "max": "1" }"#, base: "named-patient"),
      specification: "https://hl7.org/fhir/R4/profiling.html"))
}
