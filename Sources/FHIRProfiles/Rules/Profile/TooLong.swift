package import FHIRDiagnostics

extension Rule {
  /// Reports: a text is longer than the profile allows.
  package static let profileTooLong = Rule(
    "profile/too-long", .error, .tooLong,
    summary: "a text is longer than the profile allows",
    explanation: Explanation(
      checks: """
        A profile may state how many characters a text has at most.
        """,
      matters: """
        A reader with a field of that size cuts the text off.
        """,
      bad: ProfileExample.text(
        """
        { "path": "Patient.language", "maxLength": 2 }
        """,
        record: """
          "language": "en-US"
          """),
      good: ProfileExample.text(
        """
        { "path": "Patient.language", "maxLength": 2 }
        """,
        record: """
          "language": "en"
          """),
      specification: "https://hl7.org/fhir/R4/profiling.html"))
}
