package import FHIRDiagnostics

extension Rule {
  /// Reports an archive that uses an unsupported feature.
  package static let unsupportedArchive = Rule(
    "source/unsupported-archive", .error, .notSupported,
    summary: "an archive uses a feature that is not supported",
    explanation: Explanation(
      checks: """
        Entries are stored or deflated, and the archive is in one file. Other compression methods and split archives \
        are not read, nor are gzip files with another method than deflate.
        """,
      matters: """
        The records inside were not checked. Pack them again with the usual settings and check the result.
        """,
      bad: "Patient-1.json  method 12",
      good: "Patient-1.json  method 8",
      specification: "https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT"))
}
