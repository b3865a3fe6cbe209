package import FHIRDiagnostics

extension Rule {
  /// Reports: a profile allows fewer values of an element.
  package static let profileTooManyValues = Rule(
    "profile/too-many-values", .error, .structure,
    summary: "a profile allows fewer values of an element",
    explanation: Explanation(
      checks: """
        A profile may lower the maximum of an element, of a slice, or forbid it with a maximum of 0. The finding is at \
        the first value too many.
        """,
      matters: """
        A reader of the profile takes the first value and drops the rest, or fails.
        """,
      bad: ProfileExample.text(
        """
        { "path": "Patient.name", "max": "1" }
        """,
        record: """
          "name": [{ "text": "Ada" }, { "text": "Countess" }]
          """),
      good: ProfileExample.text(
        """
        { "path": "Patient.name", "max": "1" }
        """,
        record: """
          "name": [{ "text": "Ada" }]
          """),
      specification: "https://hl7.org/fhir/R4/profiling.html"))
}
