package import FHIRFindings

extension Rule {
  package static let tooManyIssues = Rule(
    "limit/too-many-issues", .information, .informational, summary: "a record has more findings than are listed",
    checks: """
      The findings of one record are listed up to a limit, 1,000 unless configured otherwise. Beyond the limit, a \
      finding takes the place of one of lower severity, so that no error is hidden behind warnings; the others are \
      counted but not listed, and this finding reports that, once per record, with their number by severity. When the \
      library returns all findings of an input at once, it keeps 100,000 of them and reports the rest in the same way. \
      The example is for a limit of 0 findings in a record.
      """,
    matters: """
      A record of the wrong release can break a rule in every line. The limit keeps such a record from hiding the \
      others, and this note says that the list is incomplete.
      """,
    bad: """
      {
        "resourceType": "Patient",
        "nickname": "Pat"
      }
      """,
    good: #"{ "resourceType": "Patient" }"#, specification: "https://hl7.org/fhir/DSTU2/operationoutcome.html")
}
