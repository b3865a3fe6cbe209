import FHIRRecognition
package import FHIRFindings
import FHIRPrimitives
import FHIRTape

extension Rule {
  package static let lastModifiedDisagrees = Rule(
    "bundle/last-modified-disagrees", .warning, .invariant,
    summary: "the lastModified of a response is not the lastUpdated of the resource",
    checks: """
      Where the entry of a response has a resource with `meta.lastUpdated`, `response.lastModified` is the same \
      instant, in any time zone. Fractions of a second are not compared, as the HTTP header has none.
      """,
    matters: "Clients ask for changes since that instant. If it is wrong, they miss changes or fetch everything again.",
    form: .entry(of: "batch-response"),
    example: """
      "fullUrl": "http://example.org/fhir/Patient/1",
      "resource": { "resourceType": "Patient", "id": "1", "meta": { "lastUpdated": "2015-08-18T01:43:33Z" } },
      "response": { "status": "200", "lastModified": ~ }
      """,
    bad: #""2015-08-18T03:43:33Z""#, good: #""2015-08-18T03:43:33+02:00""#,
    specification: "https://hl7.org/fhir/DSTU2/bundle-definitions.html#Bundle.entry.response.lastModified")
}

extension RecordCursor {
  /// Compares the time of a response with that of the resource; the path is at the entry.
  mutating func checkLastModified(of response: TapeIndex, _ resource: ResourceMembers) {
    guard resource.meta.exists, let modified = tape.member("lastModified", of: response),
      let updated = tape.member("lastUpdated", of: resource.meta), let first = seconds(modified),
      let second = seconds(updated), first != second, !drops(.lastModifiedDisagrees)
    else { return }
    report(
      .lastModifiedDisagrees, at: tape.range(modified), path: .child("response.lastModified"),
      "expected the resource's 'lastUpdated', \(tape.excerpt(updated)), found \(tape.excerpt(modified))")
  }

  /// The moment of an instant in the usual form; the walk judges other forms.
  private mutating func seconds(_ value: TapeIndex) -> Int? {
    guard isText(value) else { return nil }
    let text = text(value)
    return InstantGrammar.secondsSince1970(text.bytes, text.count)
  }
}
