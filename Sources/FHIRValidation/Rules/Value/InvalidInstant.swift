package import FHIRDiagnostics

extension Rule {
  /// Reports an instant that is not a FHIR instant.
  package static let invalidInstant = Rule(
    "value/invalid-instant", .error, .value,
    summary: "an instant is not valid",
    explanation: Explanation(
      checks: """
        An instant is a full date with a time that is exact to the second or finer, and a zone: `Z` or an offset with \
        a colon. Partial dates, which a dateTime allows, are not instants.
        """,
      matters: """
        Instants order versions and log events. A date alone cannot say which of two versions of a record is newer.
        """,
      type: "Observation",
      members: """
        "status": "final",
        "code": { "text": "Body weight" },
        "issued": ~
        """,
      bad: #""2015-02-07""#, good: #""2015-02-07T13:28:17.239Z""#,
      specification: "https://hl7.org/fhir/DSTU2/datatypes.html#instant"))
}
