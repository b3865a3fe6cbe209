package import FHIRDiagnostics

extension Rule {
  /// Reports sampled data that are not a series of values.
  package static let invalidSampledData = Rule(
    "value/invalid-sampled-data", .error, .value,
    summary: "the data of a SampledData are not valid",
    explanation: Explanation(
      checks: """
        The `data` of a SampledData are decimal values with a single space between them, and nothing else. In place of \
        a value, `E` means an error, `L` a value below and `U` a value above the limit of detection. A value has no \
        exponent and no plus sign; it may begin with its decimal point.
        """,
      matters: """
        A reader splits the text at the spaces and derives the time of a value from its position. An invalid value, or \
        a second space, shifts all later values, or the reader refuses the data.
        """,
      type: "Observation",
      members: """
        "status": "final",
        "code": { "text": "ECG" },
        "valueSampledData": { "origin": { "value": 0 }, "period": 10, "dimensions": 1, "data": ~ }
        """,
      bad: #""2041, 2043, E""#, good: #""2041 2043 E""#,
      specification: "https://hl7.org/fhir/DSTU2/datatypes.html#sampleddata"))
}
