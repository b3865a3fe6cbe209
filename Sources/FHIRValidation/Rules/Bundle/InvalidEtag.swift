package import FHIRDiagnostics
import FHIRSchema
import FHIRView
import FHIRTape

extension Rule {
  /// Reports an entity tag that is not of HTTP's form.
  package static let invalidEtag = Rule(
    "bundle/invalid-etag", .warning, .value,
    summary: "an entity tag is not of the form W/\"3\"",
    explanation: Explanation(
      checks: """
        `response.etag`, `request.ifMatch` and `request.ifNoneMatch` hold what the header of HTTP would: a version in \
        quotes, as a rule a weak one, `W/"3"`. The conditions may be `*`, or several tags with commas between them.
        """,
      matters: """
        The tag is sent back in a header to make sure that nobody has changed the resource in between. Servers compare \
        headers as they stand, and a version without quotes matches none.
        """,
      bad: #"""
        {
          "resourceType": "Bundle",
          "type": "batch-response",
          "entry": [{ "response": { "status": "201", "etag": "W/1" } }]
        }
        """#,
      good: #"""
        {
          "resourceType": "Bundle",
          "type": "batch-response",
          "entry": [{ "response": { "status": "201", "etag": "W/\"1\"" } }]
        }
        """#,
      specification: "https://hl7.org/fhir/DSTU2/http.html#concurrency"))
}

extension Walker {
  /// The path stands at the entry.
  @inline(never)
  mutating func reportInvalidEtag(_ value: Int, _ child: String) {
    if drops(.invalidEtag) { return }
    report(
      .invalidEtag, at: tape.range(value), path: .below(child),
      "expected a version in quotes, as W/\"3\", found \(tape.excerpt(value))")
  }
}
