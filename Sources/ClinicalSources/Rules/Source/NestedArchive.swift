package import FHIRDiagnostics

extension Rule {
  /// Reports an archive within an archive.
  package static let nestedArchive = Rule(
    "source/nested-archive", .warning, .notSupported,
    summary: "an archive or a compressed file holds another archive",
    explanation: Explanation(
      checks: """
        The files in an archive are records, not archives; a compressed file holds records, not an archive. A nested \
        archive is not opened.
        """,
      matters: """
        The records inside were not checked. Nested archives can also make a small file expand without limit. Unpack \
        the outer archive and check the files.
        """,
      bad: "records.zip  is a zip archive",
      good: "records/Patient-1.json",
      specification: "https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT"))
}
