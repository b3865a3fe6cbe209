package import FHIRDiagnostics

extension Rule {
  /// Reports bytes after the end of compressed data.
  package static let trailingData = Rule(
    "source/trailing-data", .warning, .structure,
    summary: "something follows the end of compressed data",
    explanation: Explanation(
      checks: """
        After the last member of a gzip file comes nothing but zeros, and the packed data of a zip entry ends where \
        the archive says. What follows is not read.
        """,
      matters: """
        Two files may have been put into one by mistake, or the file was cut and patched. What follows is no record \
        that any reader sees.
        """,
      bad: "Patient-1.json  2 bytes behind its data",
      good: "Patient-1.json",
      specification: "https://www.rfc-editor.org/rfc/rfc1952"))
}
