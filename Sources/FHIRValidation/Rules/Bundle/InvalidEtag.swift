package import FHIRFindings
import FHIRTape

extension Rule {
  package static let invalidEtag = Rule(
    "bundle/invalid-etag", .warning, .value, summary: "an entity tag is not of the form W/\"3\"",
    checks: """
      `response.etag`, `request.ifMatch` and `request.ifNoneMatch` hold the value of an HTTP header: a version in \
      quotes, usually a weak one, `W/"3"`. The conditions may be `*`, or several tags with commas between them.
      """,
    matters: """
      A client sends the tag back in a header so that the server can detect a change. Servers compare the header as a \
      string, and a version without quotes never matches.
      """,
    form: .resource("Bundle"),
    example: """
      "type": "batch-response",
      "entry": [{ "response": { "status": "201", "etag": ~ } }]
      """,
    bad: #""W/1""#, good: #""W/\"1\"""#,
    specification: "https://hl7.org/fhir/DSTU2/http.html#concurrency")
}

extension RecordCursor {
  /// Judges the form of an entity tag; the path is at the entry.
  ///
  /// - Parameter path: the path from the entry to the tag.
  mutating func checkForm(of tag: EntityTag, _ value: TapeIndex, _ path: @autoclosure () -> String) {
    if tag.isQuoted { return }
    report(.invalidEtag, at: value, path: .below(path()), expected: "a version in quotes, as W/\"3\"")
  }
}
