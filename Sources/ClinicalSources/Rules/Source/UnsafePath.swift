package import FHIRDiagnostics

extension Rule {
  /// Reports a path that leads out of its archive.
  package static let unsafePath = Rule(
    "source/unsafe-path", .error, .value,
    summary: "the path of an entry leads out of its archive",
    explanation: Explanation(
      checks: """
        The path of an entry begins with a name and goes down from there: no `..`, no slash or drive at its \
        beginning, no zero byte, neither with slashes nor with backslashes. An entry with another path is not read.
        """,
      matters: """
        Whoever unpacks such an archive without care gets files written to where its maker wants them.
        """,
      bad: "../Patient-1.json",
      good: "Patient-1.json",
      specification: "https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT"))
}
