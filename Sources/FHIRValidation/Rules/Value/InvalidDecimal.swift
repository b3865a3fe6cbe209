package import FHIRDiagnostics

extension Rule {
  /// Reports a decimal written with an exponent.
  package static let invalidDecimal = Rule(
    "value/invalid-decimal", .error, .value,
    summary: "a decimal is written with an exponent",
    explanation: Explanation(
      checks: """
        A decimal is written with digits and at most one decimal point. An exponent, as in `1e3` or `6.3E0`, is \
        valid JSON but not a decimal of DSTU2; R4 allows it.
        """,
      matters: """
        The digits of a decimal state its precision: 1.50 is more precise than 1.5. An exponent hides that, and strict \
        readers of DSTU2 refuse it.
        """,
      type: "Observation",
      members: """
        "status": "final",
        "code": { "text": "Body weight" },
        "valueQuantity": { "value": ~, "unit": "lbs" }
        """,
      bad: "1.85e2", good: "185",
      specification: "https://hl7.org/fhir/DSTU2/datatypes.html#decimal"))
}
