package import FHIRFindings
import FHIRTape

extension Rule {
  package static let unexpectedResource = Rule(
    "bundle/unexpected-resource", .warning, .structure, summary: "a GET or DELETE sends a resource",
    checks: """
      In a Bundle of type `transaction` or `batch`, an entry whose request is a GET or a DELETE has no `resource`.
      """,
    matters: "Servers ignore the resource, although the sender probably expected them to store it.",
    form: .entry(of: "transaction"),
    bad: """
      "fullUrl": "http://example.org/fhir/Patient/1",
      "resource": { "resourceType": "Patient", "id": "1" },
      "request": { "method": "DELETE", "url": "Patient/1" }
      """,
    good: #""request": { "method": "DELETE", "url": "Patient/1" }"#,
    specification: "https://hl7.org/fhir/DSTU2/http.html#transaction")
}

extension ReferenceJudge {
  /// Judges a request that must not send a resource; `resource` is its tape index, `.none` if there is none.
  mutating func checkNotSent(_ resource: TapeIndex, with verb: HTTPVerb, _ cursor: inout RecordCursor) {
    guard resource.exists, verb == .get || verb == .delete else { return }
    demand(
      .noResource, at: resource, ".resource",
      "expected no 'resource' where the request is a \(verb.rawValue), found one", &cursor)
  }
}
