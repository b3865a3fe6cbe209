package import FHIRDiagnostics

extension Rule {
  /// Reports data of another size than its packer noted.
  package static let wrongSize = Rule(
    "source/wrong-size", .error, .value,
    summary: "the size of compressed data is wrong",
    explanation: Explanation(
      checks: """
        The inflated data of a gzip member and of a zip entry has the size that was noted when it was packed. Of an \
        entry no more is read than that.
        """,
      matters: """
        Bytes are missing, or there are some that nobody packed. Records may be incomplete. Fetch the file again.
        """,
      bad: "Patient-1.json  size 3",
      good: "Patient-1.json",
      specification: "https://www.rfc-editor.org/rfc/rfc1952"))
}
