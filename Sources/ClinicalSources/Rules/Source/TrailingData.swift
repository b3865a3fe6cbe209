package import FHIRFindings

extension Rule {
  package static let trailingData = Rule(
    "source/trailing-data", .warning, .structure,
    summary: "an archive or a compressed file has bytes beside its data",
    checks: """
      Only zeros follow the last member of a gzip file, and the compressed data of a zip entry ends where the \
      archive says. Only zeros stand before, between and behind the entries and the directory of a zip archive, and \
      behind the end of a tar archive. Further data is not read.
      """,
    matters: """
      Two files may have been joined by mistake, or the file was damaged and patched. Tools that read an archive \
      from its beginning may see files that its directory does not list.
      """,
    bad: "Patient-1.json  2 bytes behind its data",
    good: "Patient-1.json",
    specification: "https://www.rfc-editor.org/rfc/rfc1952")
}

extension SourceFault {
  static func trailingData(at offset: Int, expected: String, found: String) -> SourceFault {
    SourceFault(.trailingData, offset, "expected \(expected), found \(found)")
  }
}
