package import FHIRDiagnostics

extension Rule {
  /// Reports entries that share bytes.
  package static let overlappingEntry = Rule(
    "source/overlapping-entry", .error, .structure,
    summary: "an entry of an archive shares bytes with another one",
    explanation: Explanation(
      checks: """
        Each entry of an archive has its own bytes, outside the directory. Of entries that overlap, the one that \
        begins first is read.
        """,
      matters: """
        No normal tool writes such an archive. It makes a small file expand to an enormous size, or uses the same \
        bytes for two files.
        """,
      bad: """
        Patient-1.json
        Patient-2.json  lies at Patient-1.json
        """,
      good: """
        Patient-1.json
        Patient-2.json
        """,
      specification: "https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT"))
}
