package import FHIRDiagnostics

extension Rule {
  /// Reports a file that breaks off.
  package static let truncated = Rule(
    "source/truncated", .fatal, .structure,
    summary: "an archive or a compressed file ends too early",
    explanation: Explanation(
      checks: """
        A compressed file ends with its checksum, a zip archive with its directory, and the data of its entries lies \
        before that. What is there before the file breaks off is read and judged, of a zip archive too.
        """,
      matters: """
        A download or a copy was interrupted. Records after the break are missing, so counts and references of the \
        rest are not to be relied on. Fetch the file again.
        """,
      bad: """
        Patient-1.json
        (the directory is missing)
        """,
      good: "Patient-1.json",
      specification: "https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT"))
}
