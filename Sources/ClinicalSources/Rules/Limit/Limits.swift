package import FHIRFindings

extension Rule {
  package static let compressionRatio = Rule(
    "limit/compression-ratio", .fatal, .tooLong, summary: "compressed data inflates to too many times its size",
    checks: """
      Beyond the first million bytes, the compression ratio is at most 200 to 1 unless configured otherwise. A \
      compressed file is read up to that limit; an entry of an archive beyond it is not opened. The same holds for \
      all files of an archive together, beyond the first hundred million bytes.
      """,
    matters: """
      Health records compress about 10 to 40 to 1. A much higher ratio means repeated data: a small file made to \
      exhaust the reader's time or memory.
      """,
    bad: "Patient-1.json  2000000 spaces", good: "Patient-1.json  2000 spaces",
    specification: "https://www.rfc-editor.org/rfc/rfc1951")

  package static let exportTooLarge = Rule(
    "limit/export-too-large", .error, .tooLong, summary: "an export exceeds a limit",
    checks: """
      An export.xml has at most 100,000 entries, the tag of an entry has at most 65,536 bytes, and up to 10,000 findings \
      about entries are listed. The limits can be set in the library.
      """,
    matters: """
      Real exports have some ten thousand entries of a few hundred bytes. A file far beyond that was made to exhaust \
      the reader's memory.
      """,
    bad: ExportExample.export.replacing("City Clinic", with: "⟨61 × 65536⟩"),
    good: ExportExample.good.replacing("City Clinic", with: "⟨61 × 60000⟩"), specification: healthKitRecords)

  package static let inflatedSize = Rule(
    "limit/inflated-size", .fatal, .tooLong, summary: "compressed data inflates beyond the limit",
    checks: """
      A compressed file, and all entries of an archive together, have at most 1 TiB when inflated, unless \
      configured otherwise. Data beyond the limit is not read. The example is for a limit of 40 bytes.
      """,
    matters:
      "Data is inflated as it is read and never stored, so this limits the time: about an hour at the usual speed.",
    example: "Patient-1.json~", bad: "\nPatient-2.json", good: "",
    specification: "https://www.rfc-editor.org/rfc/rfc1951")

  package static let tooManyEntries = Rule(
    "limit/too-many-entries", .fatal, .tooLong, summary: "an archive has too many entries",
    checks: """
      An archive has at most 250,000 entries, and their names have at most 64 MiB, unless configured otherwise. \
      Those beyond, in the order of the directory, are not read. The example is for a limit of 1 entry.
      """,
    matters: """
      The list of entries is kept in memory while the archive is read, and this limit bounds its size. For many \
      records, NDJSON is better than one file each.
      """,
    example: "Patient-1.json~", bad: "\nPatient-2.json", good: "", specification: zipFormat)
}

extension SourceFault {
  static func ratio(at offset: Int, _ limits: ArchiveLimits) -> SourceFault {
    SourceFault(
      .compressionRatio, offset,
      "expected data compressed at most \(limits.maximumRatio) to 1, found more; it was not read further")
  }

  /// The fault of an archive as a whole, at an offset in it.
  static func archiveRatio(at offset: Int, _ limits: ArchiveLimits) -> SourceFault {
    SourceFault(
      .compressionRatio, offset,
      "expected all files together compressed at most \(limits.maximumRatio) to 1, found more; the archive was not read "
        + "further")
  }

  static func inflatedSize(at offset: Int, _ limits: ArchiveLimits) -> SourceFault {
    SourceFault(.inflatedSize, offset, "expected at most \(limits.maximumInflatedBytes) bytes of data, found more")
  }
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
