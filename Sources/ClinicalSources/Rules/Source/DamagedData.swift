package import FHIRFindings

extension Rule {
  package static let damagedData = Rule(
    "source/damaged-data", .fatal, .structure,
    summary: "compressed data is damaged",
    checks: """
      The data of a compressed file, and of each entry of an archive, can be inflated: gzip, or deflate without \
      headers. Data before the damage is read and checked; data after it is not.
      """,
    matters: """
      The file was damaged on disk or in transfer. Records after the damage are missing, so the counts and \
      references of the rest are unreliable. Fetch the file again.
      """,
    bad: "Patient-1.json  packed as FF FF FF FF",
    good: "Patient-1.json",
    specification: "https://www.rfc-editor.org/rfc/rfc1951")
}

extension SourceFault {
  static func damagedData(at offset: Int) -> SourceFault {
    SourceFault(.damagedData, offset, "expected deflate-compressed data, found other bytes")
  }
}
