package import FHIRDiagnostics

extension Rule {
  /// Reports an entry whose header disagrees with the directory of its archive.
  package static let headerMismatch = Rule(
    "source/header-mismatch", .error, .invariant,
    summary: "an entry's own header disagrees with the directory of its archive",
    explanation: Explanation(
      checks: """
        A zip archive describes an entry twice, in its directory and before the entry's data: the name, the \
        compression method, and, unless they follow the data, the sizes and the checksum. Both agree. Where they \
        differ, the directory is used.
        """,
      matters: """
        Tools that read archives from beginning to end use the headers, other tools the directory. Archives in which \
        the two differ can show one content to a checker and another to the receiver.
        """,
      bad: "Patient-1.json  calls itself Patient-2.json",
      good: "Patient-1.json",
      specification: "https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT"))
}
