package import FHIRDiagnostics

extension Rule {
  /// Reports a dateTime that is not a FHIR dateTime.
  package static let invalidDateTime = Rule(
    "value/invalid-date-time", .error, .value,
    summary: "a dateTime is not valid",
    explanation: Explanation(
      checks: """
        A dateTime is a date of any precision, or a full date with a time. With a time, hours, minutes, seconds and a \
        zone are all required, and the zone is `Z` or has a colon, as in `+02:00`. The day has to exist, and 24:00 is \
        not allowed.
        """,
      matters: """
        A time without a zone can be wrong by most of a day, which changes the order of doses and results. Conforming \
        readers refuse `+0200`, which other formats use.
        """,
      type: "Observation",
      members: """
        "status": "final",
        "code": { "text": "Body weight" },
        "effectiveDateTime": ~
        """,
      bad: #""2015-02-07T13:28""#, good: #""2015-02-07T13:28:00+02:00""#,
      specification: "https://hl7.org/fhir/DSTU2/datatypes.html#datetime"))
}
