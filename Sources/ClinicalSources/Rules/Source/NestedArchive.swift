package import FHIRFindings

extension Rule {
  package static let nestedArchive = Rule(
    "source/nested-archive", .warning, .notSupported,
    summary: "an archive or a compressed file holds another archive",
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
    specification: "https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT")
}

extension SourceFault {
  /// The fault of an archive or a compressed file within another one; `nil` for other kinds.
  package static func nested(_ kind: ContentKind) -> SourceFault? {
    guard [.gzip, .zip, .tar].contains(kind) else { return nil }
    return SourceFault(
      .nestedArchive, 0,
      "expected records, found \(kind.phrase) in another archive; it was not opened")
  }
}
