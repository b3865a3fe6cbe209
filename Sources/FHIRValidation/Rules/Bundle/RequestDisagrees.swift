package import FHIRDiagnostics

extension Rule {
  /// Reports a request whose url does not match its resource.
  package static let requestDisagrees = Rule(
    "bundle/request-disagrees", .error, .invariant,
    summary: "a request names another type or id than the resource it sends",
    explanation: Explanation(
      checks: """
        In a Bundle of type `transaction` or `batch`, the type in `request.url` is the type of the resource, and the \
        id of a PUT is the id of the resource, which must have one.
        """,
      matters: """
        Servers answer with status 400, as they do not know which of the two is meant.
        """,
      bad: #"""
        {
          "resourceType": "Bundle",
          "type": "transaction",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" },
              "request": { "method": "PUT", "url": "Patient/2" }
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
      specification: "https://hl7.org/fhir/DSTU2/http.html#update"))
}
