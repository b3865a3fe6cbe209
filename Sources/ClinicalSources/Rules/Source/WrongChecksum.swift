package import FHIRDiagnostics

extension Rule {
  /// Reports data with another checksum than its packer noted.
  package static let wrongChecksum = Rule(
    "source/wrong-checksum", .error, .value,
    summary: "the checksum of compressed data is wrong",
    explanation: Explanation(
      checks: """
        The inflated data of a gzip member and of a zip entry has the CRC-32 that was noted when it was packed. The \
        data is judged all the same.
        """,
      matters: """
        At least one byte is not what it was. The records may be well formed and yet say something else than they \
        did. Fetch the file again.
        """,
      bad: "Patient-1.json  checksum 00000000",
      good: "Patient-1.json",
      specification: "https://www.rfc-editor.org/rfc/rfc1952"))
}
