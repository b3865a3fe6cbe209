package import FHIRDiagnostics

extension Rule {
  /// Reports an entry that its archive describes in two ways.
  package static let headerMismatch = Rule(
    "source/header-mismatch", .error, .invariant,
    summary: "an entry's own header disagrees with the directory of its archive",
    explanation: Explanation(
      checks: """
        A zip archive says twice what an entry is, in its directory and before the entry's data: the name, the \
        method of packing, and, unless they follow the data, the sizes and the checksum. Both say the same. The \
        directory's word is taken.
        """,
      matters: """
        Tools that read archives from beginning to end see what the headers say, other tools what the directory \
        says. Archives in which the two differ are used to show one content to a check and another to the receiver.
        """,
      bad: "Patient-1.json  calls itself Patient-2.json",
      good: "Patient-1.json",
      specification: "https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT"))
}
