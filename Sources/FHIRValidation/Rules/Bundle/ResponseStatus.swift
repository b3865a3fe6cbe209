package import FHIRFindings
import FHIRTape
import FHIRSchema

extension Rule {
  package static let responseStatus = Rule(
    "bundle/response-status", .warning, .value,
    summary: "the status of a response does not begin with an HTTP status code",
    checks: """
      `response.status` begins with three digits, from 100 to 599; text may follow after a space, as in `404 Not \
      Found`. It is an error in R4, whose definition says SHALL, and a warning in DSTU2, whose definition does not.
      """,
    matters: "A client reads the number to know whether the entry was stored. The text differs between servers.",
    form: .entry(of: "batch-response"), bad: #""response": { "status": "OK" }"#,
    good: #""response": { "status": "200 OK" }"#,
    specification: "https://hl7.org/fhir/DSTU2/bundle.html")
}

extension RecordCursor {
  /// Judges whether the status of a response begins with an HTTP status code; the path is at the entry.
  mutating func checkStatus(of response: TapeIndex) {
    guard let status = tape.member("status", of: response), isText(status), tape.length(status) > 0 else { return }
    let text = text(status)
    let isCode =
      text.count >= 3 && (0..<3).allSatisfy { text.bytes[$0] &- 0x30 < 10 } && text.bytes[0] &- 0x31 < 5
      && (text.count == 3 || text.bytes[3] == 0x20)
    let severity = schema.facts.demandsResponseStatus ? .error : Rule.responseStatus.severity
    if isCode || drops(Rule.responseStatus.id, severity) { return }
    report(
      Rule.responseStatus.id, severity, at: tape.range(status), path: .child("response.status"),
      "expected a status such as '200' or '404 Not Found', found \(tape.excerpt(status))")
  }
}
