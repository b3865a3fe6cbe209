package import FHIRFindings

extension Rule {
  package static let missingResponse = Rule(
    "bundle/missing-response", .error, .required, summary: "an entry of a response has no response",
    checks: "Every entry of a Bundle of type `transaction-response` or `batch-response` has a `response`.",
    matters: """
      Clients match responses with requests by their order. Without a status the client does not know whether its \
      entry was stored.
      """,
    form: .entry(of: "batch-response"),
    bad: """
      "fullUrl": "http://example.org/fhir/Patient/1",
      "resource": { "resourceType": "Patient", "id": "1" }
      """,
    good: """
      "fullUrl": "http://example.org/fhir/Patient/1",
      "resource": { "resourceType": "Patient", "id": "1" },
      "response": { "status": "200" }
      """,
    specification: "https://hl7.org/fhir/DSTU2/http.html#transaction-response")
}
