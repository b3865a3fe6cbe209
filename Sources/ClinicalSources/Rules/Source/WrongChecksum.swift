package import FHIRDiagnostics

extension Rule {
  /// Reports data whose checksum differs from the recorded one.
  package static let wrongChecksum = Rule(
    "source/wrong-checksum", .error, .value,
    summary: "the checksum of compressed data is wrong",
    explanation: Explanation(
      checks: """
        The inflated data of a gzip member and of a zip entry has the CRC-32 that the file records. The data is \
        checked in any case.
        """,
      matters: """
        At least one byte has changed. The records may be well-formed but have other values than before. Fetch the \
        file again.
        """,
      bad: "Patient-1.json  checksum 00000000",
      good: "Patient-1.json",
      specification: "https://www.rfc-editor.org/rfc/rfc1952"))
}
