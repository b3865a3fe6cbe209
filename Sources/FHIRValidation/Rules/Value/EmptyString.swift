package import FHIRDiagnostics

extension Rule {
  /// Reports a string without characters.
  package static let emptyString = Rule(
    "value/empty-string", .error, .value,
    summary: "a string is empty",
    explanation: Explanation(
      checks: """
        A string has at least one character. An element whose text is not known is left out, or carries only an \
        extension that says why.
        """,
      matters: """
        An empty string looks like content to a program that tests for presence and like nothing to the person who \
        reads the screen. It mostly comes from a form or a database column that was left blank.
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
