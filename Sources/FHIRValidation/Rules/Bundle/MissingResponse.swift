package import FHIRDiagnostics
import FHIRSchema

extension Rule {
  /// Reports an entry without a response.
  package static let missingResponse = Rule(
    "bundle/missing-response", .error, .required,
    summary: "an entry of a response has no response",
    explanation: Explanation(
      checks: "Every entry of a Bundle of type `transaction-response` or `batch-response` has a `response`.",
      matters: """
        Clients match responses with requests by their order. Without a status the client does not know whether its \
        entry was stored.
        """,
      bundle: "batch-response",
      bad: """
        "fullUrl": "http://example.org/fhir/Patient/1",
        "resource": { "resourceType": "Patient", "id": "1" }
        """,
      good: """
        "fullUrl": "http://example.org/fhir/Patient/1",
        "resource": { "resourceType": "Patient", "id": "1" },
        "response": { "status": "200" }
        """,
      specification: "https://hl7.org/fhir/DSTU2/http.html#transaction-response"))
}

extension ReferenceJudge {
  /// Reports the entries without a response if the type of the Bundle requires one; after all entries, with the path at
  /// the Bundle.
  mutating func reportMissingResponses(type: BundleType, _ cursor: inout RecordCursor) {
    guard type.traits.contains(.needsResponse) else { return }
    for lack in bundle.held.lacks where lack.response {
      cursor.report(
        .missingResponse, inInput: lack.start..<lack.start + 1, path: .below("entry[\(lack.entry)]"),
        "expected 'response' in the entry, found none", label: nil)
    }
    let rule = Rule.missingResponse
    cursor.countUnlisted(rule.id, rule.severity, bundle.held.lacksDropped.response)
  }
}
