package import FHIRDiagnostics

extension Rule {
  /// Reports: a value is not the one that the profile fixes.
  package static let profileFixedValue = Rule(
    "profile/fixed-value", .error, .value,
    summary: "a value is not the one that the profile fixes",
    explanation: Explanation(
      checks: """
        Where a profile fixes a value, the value must be exactly that one, with nothing more and nothing less.
        """,
      matters: """
        The fixed value often tells what the rest of the element means.
        """,
      bad: ProfileExample.text(
        """
        { "path": "Patient.gender", "fixedCode": "female" }
        """,
        record: """
          "gender": "male"
          """),
      good: ProfileExample.text(
        """
        { "path": "Patient.gender", "fixedCode": "female" }
        """,
        record: """
          "gender": "female"
          """),
      specification: "https://hl7.org/fhir/R4/profiling.html"))
}
