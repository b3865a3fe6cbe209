package import FHIRDiagnostics

extension Rule {
  /// Reports a time that is not a FHIR time.
  package static let invalidTime = Rule(
    "value/invalid-time", .error, .value,
    summary: "a time is not valid",
    explanation: Explanation(
      checks: """
        A time is `hh:mm:ss`, with fractions of a second if wanted, from 00:00:00 to 23:59:59. Seconds are required, \
        24:00:00 is not allowed, and there is no zone.
        """,
      matters: """
        Times of day occur in schedules and in results without a date. Libraries sort and parse `8:30` and `08:30` \
        differently, so FHIR allows one form.
        """,
      type: "Observation",
      members: """
        "status": "final",
        "code": { "text": "Body weight" },
        "valueTime": ~
        """,
      bad: #""08:30""#, good: #""08:30:00""#,
      specification: "https://hl7.org/fhir/DSTU2/datatypes.html#time"))
}
