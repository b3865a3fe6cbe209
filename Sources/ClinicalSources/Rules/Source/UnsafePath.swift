package import FHIRFindings

extension Rule {
  package static let unsafePath = Rule(
    "source/unsafe-path", .error, .value,
    summary: "the path of an entry leads out of its archive",
    checks: """
      The path of an entry is relative and stays inside the archive: no `..`, no slash or drive at its beginning, no \
      zero byte. Backslashes count as slashes. An entry with another path is not read.
      """,
    matters: """
      A tool that unpacks such an archive without a check writes files wherever the author of the archive chose.
      """,
    bad: "../Patient-1.json",
    good: "Patient-1.json",
    specification: "https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT")
}

extension ArchiveListing {
  func unsafePath(_ index: Int) -> SourceFault {
    finding(.unsafePath, index, "a path within the archive", name(index))
  }
}
