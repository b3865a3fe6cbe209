package import FHIRDiagnostics

extension Rule {
  /// Reports a request that sends what is not read.
  package static let unexpectedResource = Rule(
    "bundle/unexpected-resource", .warning, .structure,
    summary: "a GET or DELETE sends a resource",
    explanation: Explanation(
      checks: """
        In a Bundle of type `transaction` or `batch`, an entry whose request is a GET or a DELETE has no `resource`.
        """,
      matters: """
        Servers ignore it. Whoever put it there expected something to be stored.
        """,
      bad: #"""
        {
          "resourceType": "Bundle",
          "type": "transaction",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" },
              "request": { "method": "DELETE", "url": "Patient/1" }
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
              "request": { "method": "DELETE", "url": "Patient/1" }
            }
          ]
        }
        """#,
      specification: "https://hl7.org/fhir/DSTU2/http.html#transaction"))
}
