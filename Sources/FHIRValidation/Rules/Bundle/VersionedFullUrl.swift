package import FHIRFindings
import FHIRTape

extension Rule {
  package static let versionedFullURL = Rule(
    "bundle/versioned-full-url", .error, .value, summary: "a fullUrl names a version",
    checks: """
      `fullUrl` is the URL of the resource without its version: it has no `/_history/`. The version is in \
      `meta.versionId`. In R4 this is the constraint bdl-8, which is reported instead.
      """,
    matters: "References to the resource usually name no version, so they do not match a fullUrl that has one.",
    form: .entry(of: "collection"),
    example: """
      "fullUrl": ~,
      "resource": { "resourceType": "Patient", "id": "1" }
      """,
    bad: #""http://example.org/fhir/Patient/1/_history/2""#, good: #""http://example.org/fhir/Patient/1""#,
    specification: "https://hl7.org/fhir/DSTU2/bundle.html#bundle-unique")
}

extension TextBytes {
  var namesVersion: Bool {
    let mark: StaticString = "/_history/"
    let length = mark.utf8CodeUnitCount
    guard count >= length else { return false }
    return (0...count - length).contains { Bytes.isEqual(bytes + $0, mark.utf8Start, length) }
  }
}

extension RecordCursor {
  /// The path is at the entry.
  @inline(never)
  mutating func reportVersionedFullURL(_ value: TapeIndex) {
    if drops(.versionedFullURL, or: .unversionedFullURL) { return }
    report(
      .versionedFullURL, or: .unversionedFullURL, at: tape.range(value), path: .child("fullUrl"),
      "expected the URL without '/_history/' and a version, found \(tape.excerpt(value))")
  }
}
