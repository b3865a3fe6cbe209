package import FHIRFindings

extension Rule {
  package static let inflatedSize = Rule(
    "limit/inflated-size", .fatal, .tooLong,
    summary: "compressed data inflates beyond the limit",
    checks: """
      A compressed file, and all entries of an archive together, have at most 1 TiB when inflated, unless \
      configured otherwise. Data beyond the limit is not read. The example is for a limit of 40 bytes.
      """,
    matters: """
      Data is inflated as it is read and never stored, so this limits the time: about an hour at the usual speed.
      """,
    bad: """
      Patient-1.json
      Patient-2.json
      """,
    good: "Patient-1.json",
    specification: "https://www.rfc-editor.org/rfc/rfc1951")
}

extension SourceFault {
  static func inflatedSize(at offset: Int, _ limits: ArchiveLimits) -> SourceFault {
    SourceFault(
      .inflatedSize, offset, "expected at most \(limits.maximumInflatedBytes) bytes of data, found more")
  }
}

extension ArchiveListing {
  /// The fault of the first entry that is not read because of the limit.
  func inflatedSize(_ index: Int) -> SourceFault {
    let count = entries.count { $0.fault == .beyondTotal }
    return finding(
      .inflatedSize, index, "at most \(limits.maximumInflatedBytes) bytes in all files",
      "more from \(name(index)) on; \(count) were not read")
  }
}
