package import FHIRFindings
import FHIRTape

extension Rule {
  package static let missingResource = Rule(
    "bundle/missing-resource", .error, .required, summary: "a POST or PUT sends no resource",
    checks: "In a Bundle of type `transaction` or `batch`, an entry whose request is a POST or a PUT has a `resource`.",
    matters: "The server has nothing to store. Probably a filter removed the resource but not its request.",
    form: .entry(of: "transaction"), bad: #""request": { "method": "PUT", "url": "Patient/1" }"#,
    good: """
      "fullUrl": "http://example.org/fhir/Patient/1",
      "resource": { "resourceType": "Patient", "id": "1" },
      "request": { "method": "PUT", "url": "Patient/1" }
      """,
    specification: "https://hl7.org/fhir/DSTU2/http.html#transaction")
}

extension ReferenceJudge {
  /// Judges a request that must send a resource; `resource` is its tape index, `.none` if there is none.
  mutating func checkSent(
    _ resource: TapeIndex, with verb: HTTPVerb, _ request: TapeIndex, _ cursor: inout RecordCursor
  ) {
    guard !resource.exists, verb == .post || verb == .put else { return }
    demand(
      .resource, at: request, ".request", "expected 'resource', which a \(verb.rawValue) sends, found none", &cursor)
  }
}
