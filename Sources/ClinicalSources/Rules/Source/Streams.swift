package import FHIRFindings

extension Rule {
  package static let damagedData = Rule(
    "source/damaged-data", .fatal, .structure, summary: "compressed data is damaged",
    checks: """
      The data of a compressed file, and of each entry of an archive, can be inflated: gzip, or deflate without \
      headers. Data before the damage is read and checked; data after it is not.
      """,
    matters: """
      The file was damaged on disk or in transfer. Records after the damage are missing, so the counts and \
      references of the rest are unreliable. Fetch the file again.
      """,
    bad: "Patient-1.json  packed as FF FF FF FF", good: "Patient-1.json",
    specification: "https://www.rfc-editor.org/rfc/rfc1951")

  package static let trailingData = Rule(
    "source/trailing-data", .warning, .structure, summary: "an archive or a compressed file has bytes beside its data",
    checks: """
      Only zeros follow the last member of a gzip file, and the compressed data of a zip entry ends where the \
      archive says. Only zeros stand before, between and behind the entries and the directory of a zip archive, and \
      between the entries and behind the end of a tar archive. Further data is not read.
      """,
    matters: """
      Two files may have been joined by mistake, or the file was damaged and patched. Tools that read an archive \
      from its beginning may see files that its directory does not list.
      """,
    bad: "Patient-1.json  2 bytes behind its data", good: "Patient-1.json",
    specification: "https://www.rfc-editor.org/rfc/rfc1952")

  package static let truncated = Rule(
    "source/truncated", .fatal, .structure, summary: "an archive or a compressed file ends too early",
    checks: """
      A compressed file ends with its checksum, a zip archive with its directory, and the data of its entries comes \
      before that. A tar archive ends with two blocks of zeros. The data that exists is read and checked, also in an \
      archive.
      """,
    matters: """
      A download or a copy was interrupted. Records at the end are missing, so the counts and references of the rest \
      are unreliable. Fetch the file again.
      """,
    example: "Patient-1.json~", bad: "\n(the directory is missing)", good: "", specification: zipFormat)

  package static let wrongChecksum = Rule(
    "source/wrong-checksum", .error, .value, summary: "the checksum of compressed data is wrong",
    checks: """
      The inflated data of a gzip member and of a zip entry has the CRC-32 that the file records. The data is \
      checked in any case.
      """,
    matters: """
      At least one byte has changed. The records may be well-formed but have other values than before. Fetch the \
      file again.
      """,
    bad: "Patient-1.json  checksum 00000000", good: "Patient-1.json",
    specification: "https://www.rfc-editor.org/rfc/rfc1952")

  package static let wrongSize = Rule(
    "source/wrong-size", .error, .value, summary: "the size of compressed data is wrong",
    checks: """
      The inflated data of a gzip member and of a zip entry has the size that the file records. An entry is read \
      only up to that size.
      """,
    matters: "Bytes are missing or were added, so records may be incomplete. Fetch the file again.",
    bad: "Patient-1.json  size 3", good: "Patient-1.json", specification: "https://www.rfc-editor.org/rfc/rfc1952")
}

extension SourceFault {
  static func damagedData(at offset: Int) -> SourceFault {
    SourceFault(.damagedData, offset, "expected deflate-compressed data, found other bytes")
  }

  /// Compares a checksum with the recorded one, at an offset among the inflated bytes.
  static func checkSum(_ found: UInt32, expected: UInt32, at offset: Int) throws(SourceFault) {
    // All eight digits of a number.
    func text(_ value: UInt32) -> Substring { String(1 << 32 | UInt64(value), radix: 16).dropFirst() }
    if found == expected { return }
    throw SourceFault(.wrongChecksum, offset, "expected data with the CRC-32 \(text(expected)), found \(text(found))")
  }
}

extension ArchiveListing {
  /// Marks the entries whose data do not end before `dataEnd`, the latest possible end of the last entry.
  mutating func findTruncated(dataEnd: Int) {
    // A truncated archive ends within an entry, whose beginning can be read.
    if isRecovered { return }
    for index in healthy where entries[index].extent.upperBound > dataEnd { entries[index].fault = .beyondEnd }
  }
}
