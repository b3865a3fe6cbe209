package import FHIRDiagnostics

extension Rule {
  /// Reports a truncated file.
  package static let truncated = Rule(
    "source/truncated", .fatal, .structure,
    summary: "an archive or a compressed file ends too early",
    explanation: Explanation(
      checks: """
        A compressed file ends with its checksum, a zip archive with its directory, and the data of its entries comes \
        before that. The data that exists is read and checked, also in a zip archive.
        """,
      matters: """
        A download or a copy was interrupted. Records at the end are missing, so the counts and references of the rest \
        are unreliable. Fetch the file again.
        """,
      bad: """
        Patient-1.json
        (the directory is missing)
        """,
      good: "Patient-1.json",
      specification: "https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT"))
}
