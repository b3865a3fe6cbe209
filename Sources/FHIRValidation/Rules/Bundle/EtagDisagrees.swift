import FHIRRecognition
package import FHIRFindings
import FHIRTape

extension Rule {
  package static let etagDisagrees = Rule(
    "bundle/etag-disagrees", .error, .invariant, summary: "the etag of a response is not the version of the resource",
    checks: """
      Where the entry of a response has a resource with `meta.versionId`, `response.etag` holds the same version, as \
      `W/"3"`.
      """,
    matters: """
      A client sends the tag back so that the server refuses an update if the resource has changed. With another \
      version the update is refused, or overwrites the changes of others.
      """,
    form: .entry(of: "batch-response"),
    example: """
      "fullUrl": "http://example.org/fhir/Patient/1",
      "resource": { "resourceType": "Patient", "id": "1", "meta": { "versionId": "3" } },
      "response": { "status": "200", "etag": ~ }
      """,
    bad: #""W/\"2\"""#, good: #""W/\"3\"""#,
    specification: "https://hl7.org/fhir/DSTU2/bundle.html")
}

extension RecordCursor {
  /// Compares the entity tag of a response with the version of the resource; the path is at the entry.
  ///
  /// - Returns: whether they agree, or there is no version.
  mutating func checkEtag(_ tag: EntityTag, _ value: TapeIndex, of resource: ResourceMembers) -> Bool {
    let version = resource.versionID
    guard version.exists, isText(version), tag.version != tape.string(version).byBytes else { return true }
    if drops(.etagDisagrees) { return false }
    report(
      .etagDisagrees, at: tape.range(value), path: .child("response.etag"),
      "expected the version of the resource, \(tape.excerpt(version)), as W/\"...\", found \(tape.excerpt(value))")
    return false
  }
}
