package import FHIRDiagnostics

extension Rule {
  /// Reports a positiveInt below one or not whole.
  package static let invalidPositiveInt = Rule(
    "value/invalid-positive-int", .error, .value,
    summary: "a positiveInt is not valid",
    explanation: Explanation(
      checks: """
        A positiveInt is a whole number from 1 to 2147483647, written with digits only. Zero is refused, and so are \
        decimal points and exponents.
        """,
      matters: """
        Ranks, sequence numbers and dose numbers begin at one in FHIR. A zero suggests that the program that wrote it \
        counts from zero, so all its numbers may be off by one.
        """,
      type: "Patient", bad: #""telecom": [{ "system": "phone", "value": "555 0100", "rank": 0 }]"#,
      good: #""telecom": [{ "system": "phone", "value": "555 0100", "rank": 1 }]"#,
      specification: "https://hl7.org/fhir/DSTU2/datatypes.html#positiveint"))
}
