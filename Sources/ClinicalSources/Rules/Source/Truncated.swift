package import FHIRFindings

extension Rule {
  package static let truncated = Rule(
    "source/truncated", .fatal, .structure,
    summary: "an archive or a compressed file ends too early",
    checks: """
      A compressed file ends with its checksum, a zip archive with its directory, and the data of its entries comes \
      before that. A tar archive ends with two blocks of zeros. The data that exists is read and checked, also in an \
      archive.
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
    specification: "https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT")
}

extension SourceFault {
  static func truncated(at offset: Int, expected: String, found: String = "its end") -> SourceFault {
    SourceFault(.truncated, offset, "expected \(expected), found \(found)")
  }
}

extension ArchiveListing {
  /// Marks the entries whose data do not end before `dataEnd`, the latest possible end of the last entry.
  mutating func findTruncated(dataEnd: Int) {
    // A truncated archive ends within an entry, whose beginning can be read.
    if isRecovered { return }
    for index in healthy where entries[index].extent.upperBound > dataEnd { entries[index].fault = .beyondEnd }
  }

  func truncated(_ index: Int) -> SourceFault {
    finding(
      .truncated, index, "the data of \(name(index)) within the archive", "its end beyond that of the data")
  }
}
