package import FHIRDiagnostics

extension Rule {
  /// Reports a date that is not a FHIR date.
  package static let invalidDate = Rule(
    "value/invalid-date", .error, .value,
    summary: "a date is not valid",
    explanation: Explanation(
      checks: """
        A date is a year, a year and a month, or a full date: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, without a time and \
        without a zone. The day has to exist in its month, leap years included, which the pattern in the \
        specification alone does not ensure.
        """,
      matters: """
        Many tools accept impossible days such as 30 February, and a calendar library then reads 2 March or fails. A \
        partial date is allowed and better than an invented day.
        """,
      type: "Patient", bad: #""birthDate": "1970-02-30""#, good: #""birthDate": "1970-02""#,
      specification: "https://hl7.org/fhir/DSTU2/datatypes.html#date"))
}
