package import FHIRFindings

extension Rule {
  package static let wrongSize = Rule(
    "source/wrong-size", .error, .value,
    summary: "the size of compressed data is wrong",
    checks: """
      The inflated data of a gzip member and of a zip entry has the size that the file records. An entry is read \
      only up to that size.
      """,
    matters: "Bytes are missing or were added, so records may be incomplete. Fetch the file again.",
    bad: "Patient-1.json  size 3",
    good: "Patient-1.json",
    specification: "https://www.rfc-editor.org/rfc/rfc1952")
}

extension SourceFault {
  static func size(at offset: Int, expected: String, found: String) -> SourceFault {
    SourceFault(.wrongSize, offset, "expected \(expected) bytes of data, found \(found)")
  }
}
