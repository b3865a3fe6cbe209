package import FHIRDiagnostics
import FHIRSchema

extension Rule {
  /// Reports an entry without a request.
  package static let missingRequest = Rule(
    "bundle/missing-request", .error, .required,
    summary: "an entry of a transaction or batch has no request",
    explanation: Explanation(
      checks: "Every entry of a Bundle of type `transaction` or `batch` has a `request`.",
      matters: "The server does not know whether to create, update or delete, and refuses the whole transaction.",
      bundle: "transaction",
      bad: """
        "fullUrl": "http://example.org/fhir/Patient/1",
        "resource": { "resourceType": "Patient", "id": "1" }
        """,
      good: """
        "fullUrl": "http://example.org/fhir/Patient/1",
        "resource": { "resourceType": "Patient", "id": "1" },
        "request": { "method": "POST", "url": "Patient" }
        """,
      specification: "https://hl7.org/fhir/DSTU2/http.html#transaction"))
}

extension ReferenceJudge {
  /// Reports the entries without a request if the type of the Bundle requires one; after all entries, with the path at
  /// the Bundle.
  mutating func reportMissingRequests(type: BundleType, _ cursor: inout RecordCursor) {
    guard type.traits.contains(.needsRequest) else { return }
    for lack in bundle.held.lacks where lack.request {
      cursor.report(
        .missingRequest, inInput: lack.start..<lack.start + 1, path: .below("entry[\(lack.entry)]"),
        "expected 'request' in the entry, found none", label: nil)
    }
    let rule = Rule.missingRequest
    cursor.countUnlisted(rule.id, rule.severity, bundle.held.lacksDropped.request)
  }
}
