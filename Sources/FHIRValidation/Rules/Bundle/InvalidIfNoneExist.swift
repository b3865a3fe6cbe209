package import FHIRDiagnostics
import FHIRSchema
import FHIRView
import FHIRTape

extension Rule {
  /// Reports a condition that is more than the query.
  package static let invalidIfNoneExist = Rule(
    "bundle/invalid-if-none-exist", .warning, .value,
    summary: "ifNoneExist is more than the query",
    explanation: Explanation(
      checks: """
        `request.ifNoneExist` holds the query alone, what would stand behind the `?`: neither the `?` itself nor \
        anything before it.
        """,
      matters: """
        The server puts the type and the `?` before it. With a second one the first name of the query is unknown to \
        it, and the resource that was to be created once is created again, or never.
        """,
      bad: #"""
        {
          "resourceType": "Bundle",
          "type": "transaction",
          "entry": [
            {
              "fullUrl": "urn:uuid:c757873d-ec9a-4326-a141-556f43239520",
              "resource": { "resourceType": "Patient" },
              "request": { "method": "POST", "url": "Patient", "ifNoneExist": "Patient?identifier=12" }
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
              "fullUrl": "urn:uuid:c757873d-ec9a-4326-a141-556f43239520",
              "resource": { "resourceType": "Patient" },
              "request": { "method": "POST", "url": "Patient", "ifNoneExist": "identifier=12" }
            }
          ]
        }
        """#,
      specification: "https://hl7.org/fhir/DSTU2/http.html#ccreate"))
}

extension Walker {
  /// The path stands at the entry.
  @inline(never)
  mutating func reportInvalidIfNoneExist(_ value: Int) {
    if drops(.invalidIfNoneExist) { return }
    report(
      .invalidIfNoneExist, at: tape.range(value), path: .child("request.ifNoneExist"),
      "expected the query without '?' and what stands before it, found \(tape.excerpt(value))")
  }
}
