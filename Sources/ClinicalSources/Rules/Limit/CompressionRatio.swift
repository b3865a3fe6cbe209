package import FHIRFindings

extension Rule {
  package static let compressionRatio = Rule(
    "limit/compression-ratio", .fatal, .tooLong,
    summary: "compressed data inflates to too many times its size",
    checks: """
      Beyond the first million bytes, the compression ratio is at most 200 to 1 unless configured otherwise. A \
      compressed file is read up to that limit; an entry of an archive beyond it is not opened. The same holds for \
      all files of an archive together, beyond the first hundred million bytes.
      """,
    matters: """
      Health records compress about 10 to 40 to 1. A much higher ratio means repeated data: a small file made to \
      exhaust the reader's time or memory.
      """,
    bad: "Patient-1.json  2000000 spaces",
    good: "Patient-1.json  2000 spaces",
    specification: "https://www.rfc-editor.org/rfc/rfc1951")
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
}

extension ArchiveListing {
  func ratio(_ index: Int) -> SourceFault {
    finding(
      .compressionRatio, index, "data compressed at most \(limits.maximumRatio) to 1",
      "\(name(index)) with \(entries[index].size) bytes packed in \(entries[index].packedSize)")
  }

  /// The fault of the first entry that is not read because of the archive's ratio.
  func archiveRatio(_ index: Int) -> SourceFault {
    let count = entries.count { $0.fault == .archiveRatio }
    return finding(
      .compressionRatio, index, "all files together compressed at most \(limits.maximumRatio) to 1",
      "more from \(name(index)) on; \(count) were not read")
  }
}
