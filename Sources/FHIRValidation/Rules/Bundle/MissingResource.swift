package import FHIRDiagnostics

extension Rule {
  /// Reports a request that sends nothing.
  package static let missingResource = Rule(
    "bundle/missing-resource", .error, .required,
    summary: "a POST or PUT sends no resource",
    explanation: Explanation(
      checks: """
        In a Bundle of type `transaction` or `batch`, an entry whose request is a POST or a PUT has a `resource`.
        """,
      matters: """
        There is nothing to store. Most likely the resource was filtered out and its request left behind.
        """,
      bad: #"""
        {
          "resourceType": "Bundle",
          "type": "transaction",
          "entry": [
            {
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
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" },
              "request": { "method": "PUT", "url": "Patient/1" }
            }
          ]
        }
        """#,
      specification: "https://hl7.org/fhir/DSTU2/http.html#transaction"))
}
