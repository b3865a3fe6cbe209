package import FHIRDiagnostics

extension Rule {
  /// Reports an entry without a request.
  package static let missingRequest = Rule(
    "bundle/missing-request", .error, .required,
    summary: "an entry of a transaction or batch has no request",
    explanation: Explanation(
      checks: """
        Every entry of a Bundle of type `transaction` or `batch` has a `request`.
        """,
      matters: """
        The server does not know whether to create, update or delete, and refuses the whole transaction.
        """,
      bad: #"""
        {
          "resourceType": "Bundle",
          "type": "transaction",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" }
            }
          ]
        }
        """#,
      good: #"""
        {
          "resourceType": "Bundle",
          "type": "transaction",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" },
              "request": { "method": "POST", "url": "Patient" }
            }
          ]
        }
        """#,
      specification: "https://hl7.org/fhir/DSTU2/http.html#transaction"))
}
