package import FHIRFindings
import FHIRTape

extension Rule {
  package static let misplacedCondition = Rule(
    "bundle/misplaced-condition", .warning, .invariant, summary: "a condition does not fit the method of the request",
    checks: """
      `request.ifNoneExist` goes with a POST, `ifModifiedSince` with a GET, `ifNoneMatch` with a GET or a PUT, and \
      `ifMatch` with a PUT or a DELETE.
      """,
    matters: "A server ignores a condition that does not apply to the method and performs the request unconditionally.",
    form: .entry(of: "transaction"),
    example: """
      "fullUrl": "http://example.org/fhir/Patient/1",
      "resource": { "resourceType": "Patient", "id": "1" },
      "request": { "method": "PUT", "url": "Patient/1", ~ }
      """,
    bad: #""ifNoneExist": "identifier=12""#, good: #""ifMatch": "W/\"2\"""#,
    specification: "https://hl7.org/fhir/DSTU2/bundle-definitions.html#Bundle.entry.request")
}

extension RecordCursor {
  /// Judges whether a condition applies to the method of its request; the path is at the entry.
  mutating func checkCondition(_ condition: RequestCondition, _ value: TapeIndex, _ verb: HTTPVerb) -> Bool {
    if condition.fits(verb) { return true }
    if drops(.misplacedCondition) { return false }
    report(
      .misplacedCondition, at: tape.range(value), path: .below("request.\(condition.name)"),
      "expected '\(condition.name)' with a \(condition.verbs), found it with a \(verb.rawValue)")
    return false
  }
}
