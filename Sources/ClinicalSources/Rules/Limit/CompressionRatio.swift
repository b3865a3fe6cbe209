package import FHIRDiagnostics

extension Rule {
  /// Reports data that is packed better than records are.
  package static let compressionRatio = Rule(
    "limit/compression-ratio", .fatal, .tooLong,
    summary: "compressed data inflates to too many times its size",
    explanation: Explanation(
      checks: """
        Beyond the first million bytes, data is packed at most 200 to 1 unless configured otherwise. Of a compressed \
        file no more is read than that, and of an archive such an entry is not opened. The same holds for all files of an \
        archive together, beyond the first hundred million bytes.
        """,
      matters: """
        Health records are packed about 10 to 40 to 1. What is packed much better is one thing repeated: a few bytes \
        that are meant to keep the reader busy, or to fill its memory.
        """,
      bad: "Patient-1.json  2000000 spaces",
      good: "Patient-1.json  2000 spaces",
      specification: "https://www.rfc-editor.org/rfc/rfc1951"))
}
