package import FHIRFindings
import FHIRTape

extension Rule {
  package static let invalidIfNoneExist = Rule(
    "bundle/invalid-if-none-exist", .warning, .value, summary: "ifNoneExist is more than a query",
    checks: """
      `request.ifNoneExist` holds only the query, the part of a URL after `?`, without the `?` and anything before it.
      """,
    matters: """
      The server puts the type and `?` before it. With a second `?` it cannot read the first search parameter, and \
      creates the resource again or never.
      """,
    form: .entry(of: "transaction"),
    example: """
      "fullUrl": "urn:uuid:c757873d-ec9a-4326-a141-556f43239520",
      "resource": { "resourceType": "Patient" },
      "request": { "method": "POST", "url": "Patient", "ifNoneExist": ~ }
      """,
    bad: #""Patient?identifier=12""#, good: #""identifier=12""#,
    specification: "https://hl7.org/fhir/DSTU2/http.html#ccreate")
}

extension RecordCursor {
  /// Judges the query of a conditional create; the path is at the entry.
  mutating func checkIfNoneExist(_ value: TapeIndex) {
    let text = text(value)
    let query = text.buffer
    // After the first `=` a question mark is part of a value.
    if !query.prefix(while: { $0 != UInt8(ascii: "=") }).contains(UInt8(ascii: "?")) { return }
    report(
      .invalidIfNoneExist, at: value, path: .child("request.ifNoneExist"),
      expected: "the query without '?' and anything before it")
  }
}
