package import FHIRFindings
import FHIRTape

extension Rule {
  package static let invalidRequestURL = Rule(
    "bundle/invalid-request-url", .error, .value, summary: "the url of a request does not fit its method",
    checks: """
      In a Bundle of type `transaction` or `batch`, `request.url` is relative to the server and begins with a resource \
      type of the record's release. A POST goes to `[type]`, a PUT or DELETE to `[type]/[id]` or `[type]?[query]`, a \
      GET to anything that can be read: an instance, a version, a history or a search, also in a compartment. \
      Operations such as `$validate` are allowed, and a slash before the type. In a `history`, which tells what was \
      requested, and where, the url may be absolute.
      """,
    matters: "The server answers with an error, and a transaction fails as a whole.",
    form: .entry(of: "transaction"),
    example: """
      "fullUrl": "http://example.org/fhir/Patient/1",
      "resource": { "resourceType": "Patient", "id": "1" },
      "request": { "method": "PUT", "url": ~ }
      """,
    bad: #""Patient""#, good: #""Patient/1""#,
    specification: "https://hl7.org/fhir/DSTU2/http.html")
}

extension ReferenceJudge {
  /// Judges whether the url of a request fits its method.
  ///
  /// - Returns: `true` if it does.
  mutating func checkRequestURL(
    _ parts: RequestURL, _ url: TapeIndex, _ verb: HTTPVerb, _ cursor: inout RecordCursor
  ) -> Bool {
    if parts.isAllowed(for: verb) { return true }
    demand(
      parts.isAbsolute ? .relativeRequestURL : .requestURL, at: url, ".request.url",
      "expected \(verb.expectedURL), relative to the server, found \(cursor.tape.excerpt(url))", &cursor)
    return false
  }
}
