package import FHIRDiagnostics

extension Rule {
  /// Reports a resource that a transaction changes twice.
  package static let overlappingRequests = Rule(
    "bundle/overlapping-requests", .error, .duplicate,
    summary: "a transaction changes the same resource twice",
    explanation: Explanation(
      checks: """
        In a Bundle of type `transaction`, no two entries PUT or DELETE the same `[type]/[id]`. Conditional requests \
        are not compared.
        """,
      matters: """
        The entries of a transaction have no order, so the result would be undefined: the server refuses the whole \
        transaction.
        """,
      bad: #"""
        {
          "resourceType": "Bundle",
          "type": "transaction",
          "entry": [
            {
              "request": { "method": "DELETE", "url": "Patient/1" }
            },
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" },
              "request": { "method": "PUT", "url": "Patient/1" }
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
              "request": { "method": "DELETE", "url": "Patient/2" }
            },
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" },
              "request": { "method": "PUT", "url": "Patient/1" }
            }
          ]
        }
        """#,
      specification: "https://hl7.org/fhir/DSTU2/http.html#transaction"))
}
