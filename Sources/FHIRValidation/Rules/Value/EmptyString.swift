package import FHIRDiagnostics

extension Rule {
  /// Reports a string without characters.
  package static let emptyString = Rule(
    "value/empty-string", .error, .value,
    summary: "a string is empty",
    explanation: Explanation(
      checks: """
        A string has at least one character. An element without a known value is left out, or has only an extension \
        that says why.
        """,
      matters: """
        A program that tests for presence treats an empty string as content, but a person sees nothing. It usually \
        comes from an empty form field or database column.
        """,
      bad: """
        {
          "resourceType": "Patient",
          "name": [{ "text": "" }]
        }
        """,
      good: #"{ "resourceType": "Patient" }"#,
      specification: "https://hl7.org/fhir/DSTU2/datatypes.html#string"))
}
