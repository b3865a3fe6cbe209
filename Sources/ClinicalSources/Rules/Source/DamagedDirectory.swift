package import FHIRFindings

extension Rule {
  package static let damagedDirectory = Rule(
    "source/damaged-directory", .error, .structure,
    summary: "the directory of an archive is damaged",
    checks: """
      A zip archive ends with a directory of its entries: its position and number of entries match the end record of \
      the archive, and each of them points to an entry. Where the directory cannot be read, the entries are found by \
      their own headers, one after another from the beginning. A tar archive has only these; behind a damaged one \
      nothing is read.
      """,
    matters: """
      Tools that use the directory see other files than tools that read from the beginning. Entries after the damage \
      may not have been checked.
      """,
    bad: """
      Patient-1.json
      (the directory counts 2 entries)
      """,
    good: """
      Patient-1.json
      (the directory counts 1 entry)
      """,
    specification: "https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT")
}

extension SourceFault {
  static func damagedDirectory(at offset: Int, _ message: String) -> SourceFault {
    SourceFault(.damagedDirectory, at: SourceRange(start: offset, end: offset + 4), message)
  }
}
