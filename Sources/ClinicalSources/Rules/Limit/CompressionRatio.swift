package import FHIRDiagnostics

extension Rule {
  /// Reports data whose compression ratio is beyond the limit.
  package static let compressionRatio = Rule(
    "limit/compression-ratio", .fatal, .tooLong,
    summary: "compressed data inflates to too many times its size",
    explanation: Explanation(
      checks: """
        Beyond the first million bytes, the compression ratio is at most 200 to 1 unless configured otherwise. A \
        compressed file is read up to that limit; an entry of an archive beyond it is not opened. The same holds for \
        all files of an archive together, beyond the first hundred million bytes.
        """,
      matters: """
        Health records compress about 10 to 40 to 1. A much higher ratio means repeated data: a small file made to \
        exhaust the reader's time or memory.
        """,
      bad: "Patient-1.json  2000000 spaces",
      good: "Patient-1.json  2000 spaces",
      specification: "https://www.rfc-editor.org/rfc/rfc1951"))
}
