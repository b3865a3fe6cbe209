package import FHIRDiagnostics

extension Rule {
  /// Reports an archive within an archive.
  package static let nestedArchive = Rule(
    "source/nested-archive", .warning, .notSupported,
    summary: "an archive or a compressed file holds another archive",
    explanation: Explanation(
      checks: """
        The files in an archive are records, not archives again; a compressed file holds records, not an archive. An \
        archive inside is not opened.
        """,
      matters: """
        Nothing is known about the records inside. Archives in archives are also a way to make a few bytes stand for \
        more than anybody can read. Unpack the outer archive and check what comes out.
        """,
      bad: "records.zip  is a zip archive",
      good: "records/Patient-1.json",
      specification: "https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT"))
}
