package import FHIRDiagnostics

extension Rule {
  /// Reports an unsignedInt that is negative or not whole.
  package static let invalidUnsignedInt = Rule(
    "value/invalid-unsigned-int", .error, .value,
    summary: "an unsignedInt is not valid",
    explanation: Explanation(
      checks: """
        An unsignedInt is zero or a positive whole number up to 2147483647, written with digits only. Minus signs, \
        decimal points and exponents are refused.
        """,
      matters: """
        Such elements hold sizes and counts, where programs often write -1 for "unknown". A reader that allocates \
        memory by this number fails.
        """,
      type: "Patient", members: #""photo": [{ "title": "portrait", "size": ~ }]"#, bad: "-1", good: "0",
      specification: "https://hl7.org/fhir/DSTU2/datatypes.html#unsignedint"))
}
