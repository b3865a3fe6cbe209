package import FHIRDiagnostics

extension Rule {
  /// Reports sampled data that are no series of values.
  package static let invalidSampledData = Rule(
    "value/invalid-sampled-data", .error, .value,
    summary: "the data of a SampledData are not valid",
    explanation: Explanation(
      checks: """
        The `data` of a SampledData are decimal values with a single space between them, and nothing else. In place of \
        a value `E` says that there was an error, `L` that it was below and `U` that it was above the limit of \
        detection. A value has no exponent and no plus sign; it may begin with its decimal point.
        """,
      matters: """
        A reader cuts the text at the spaces and gives each value its time by its number. One that cannot be read, or \
        a second space, moves all that follow, or the curve is not drawn at all.
        """,
      bad: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "ECG" },
          "valueSampledData": { "origin": { "value": 0 }, "period": 10, "dimensions": 1, "data": "2041, 2043, E" }
        }
        """,
      good: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "ECG" },
          "valueSampledData": { "origin": { "value": 0 }, "period": 10, "dimensions": 1, "data": "2041 2043 E" }
        }
        """,
      specification: "https://hl7.org/fhir/DSTU2/datatypes.html#sampleddata"))
}
