package import FHIRFindings
import FHIRTape

extension Rule {
  package static let relativeFullURL = Rule(
    "bundle/relative-full-url", .error, .value, summary: "a fullUrl is not absolute",
    checks: """
      `fullUrl` is absolute: a URL with its scheme, or `urn:uuid:` or `urn:oid:` with an identifier. `uuid:` and \
      `oid:` without `urn:` are not schemes.
      """,
    matters: """
      Readers resolve references by comparing URLs. A relative URL may mean resources on different servers, so it \
      identifies none.
      """,
    form: .entry(of: "collection"),
    example: """
      "fullUrl": ~,
      "resource": { "resourceType": "Patient", "id": "1" }
      """,
    bad: #""Patient/1""#, good: #""http://example.org/fhir/Patient/1""#,
    specification: "https://hl7.org/fhir/DSTU2/bundle.html#bundle-unique")
}

extension TextBytes {
  /// Whether an address begins with `uuid:` or `oid:`, which are not schemes: the `urn:` before it is missing.
  @inline(__always)
  var isBareIdentifier: Bool {
    guard count > 5 else { return false }
    let start = Bytes.load(bytes)
    return start & 0xFF_FFFF_FFFF == 0x3A_6469_7575 || start & 0xFFFF_FFFF == 0x3A64_696F
  }
}

extension RecordCursor {
  /// The path is at the entry.
  mutating func reportRelativeFullURL(_ value: TapeIndex) {
    report(
      .relativeFullURL, at: value, path: .child("fullUrl"), expected: "an absolute URL, urn:uuid: or urn:oid:")
  }
}
