package import FHIRDiagnostics

extension Rule {
  /// Reports an entry without a response.
  package static let missingResponse = Rule(
    "bundle/missing-response", .error, .required,
    summary: "an entry of a response has no response",
    explanation: Explanation(
      checks: """
        Every entry of a Bundle of type `transaction-response` or `batch-response` has a `response`.
        """,
      matters: """
        Clients match responses with requests by their order. Without a status the client does not know whether its \
        entry was stored.
        """,
      bad: #"""
        {
          "resourceType": "Bundle",
          "type": "batch-response",
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
          "type": "batch-response",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" },
              "response": { "status": "200" }
            }
          ]
        }
        """#,
      specification: "https://hl7.org/fhir/DSTU2/http.html#transaction-response"))
}
