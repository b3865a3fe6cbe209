package import FHIRDiagnostics

extension Rule {
  /// Reports compressed data that cannot be inflated.
  package static let damagedData = Rule(
    "source/damaged-data", .fatal, .structure,
    summary: "compressed data is damaged",
    explanation: Explanation(
      checks: """
        The data of a compressed file, and of each entry of an archive, is what its packer wrote: gzip, or deflate \
        without headers. What comes before the damage is read and judged; what comes after it is not.
        """,
      matters: """
        The file was damaged on a disk or on its way. Records after the damage are missing, so counts and references \
        of the rest are not to be relied on. Fetch the file again.
        """,
      bad: "Patient-1.json  packed as FF FF FF FF",
      good: "Patient-1.json",
      specification: "https://www.rfc-editor.org/rfc/rfc1951"))
}
