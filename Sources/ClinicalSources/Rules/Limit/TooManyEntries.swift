package import FHIRFindings

extension Rule {
  package static let tooManyEntries = Rule(
    "limit/too-many-entries", .fatal, .tooLong,
    summary: "an archive has too many entries",
    checks: """
      An archive has at most 250,000 entries, and their names have at most 64 MiB, unless configured otherwise. \
      Those beyond, in the order of the directory, are not read. The example is for a limit of 1 entry.
      """,
    matters: """
      The list of entries is kept in memory while the archive is read, and this limit bounds its size. For many \
      records, NDJSON is better than one file each.
      """,
    bad: """
      Patient-1.json
      Patient-2.json
      """,
    good: "Patient-1.json",
    specification: "https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT")
}

extension ArchiveListing {
  /// The finding that the archive has more entries than were read; `nil` if all were read.
  var tooManyEntries: SourceFault? {
    guard unlistedCount > 0 else { return nil }
    return finding(
      .tooManyEntries, entries.endIndex - 1,
      "at most \(limits.maximumEntries) entries with names of \(limits.maximumDirectoryBytes) bytes",
      "\(unlistedCount) more, which were not read")
  }
}
