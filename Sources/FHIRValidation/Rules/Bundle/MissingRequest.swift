package import FHIRFindings
import FHIRSchema

extension Rule {
  package static let missingRequest = Rule(
    "bundle/missing-request", .error, .required, summary: "an entry of a transaction or batch has no request",
    checks: "Every entry of a Bundle of type `transaction` or `batch` has a `request`.",
    matters: "The server does not know whether to create, update or delete, and refuses the whole transaction.",
    form: .entry(of: "transaction"),
    bad: """
      "fullUrl": "http://example.org/fhir/Patient/1",
      "resource": { "resourceType": "Patient", "id": "1" }
      """,
    good: """
      "fullUrl": "http://example.org/fhir/Patient/1",
      "resource": { "resourceType": "Patient", "id": "1" },
      "request": { "method": "POST", "url": "Patient" }
      """,
    specification: "https://hl7.org/fhir/DSTU2/http.html#transaction")
}

extension ReferenceJudge {
  /// Reports the entries without a request, or without a response, if the type of the Bundle requires one; after all
  /// entries, with the path at the Bundle.
  mutating func reportLacks(type: BundleType, _ cursor: inout RecordCursor) {
    let (lacks, dropped) = (bundle.held.lacks, bundle.held.lacksDropped)
    for (rule, trait, isRequest) in Self.lacks where type.traits.contains(trait) {
      for lack in lacks where isRequest ? lack.request : lack.response {
        cursor.report(
          rule, inInput: lack.start..<lack.start + 1, path: .below("entry[\(lack.entry)]"),
          "expected '\(isRequest ? "request" : "response")' in the entry, found none")
      }
      cursor.countUnlisted(rule.id, rule.severity, isRequest ? dropped.request : dropped.response)
    }
  }

  private static let lacks: [(rule: Rule, trait: BundleTraits, isRequest: Bool)] = [
    (.missingRequest, .needsRequest, true), (.missingResponse, .needsResponse, false),
  ]
}
