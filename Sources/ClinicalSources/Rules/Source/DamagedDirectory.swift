package import FHIRDiagnostics

extension Rule {
  /// Reports a zip archive whose directory cannot be relied on.
  package static let damagedDirectory = Rule(
    "source/damaged-directory", .error, .structure,
    summary: "the directory of a zip archive is damaged",
    explanation: Explanation(
      checks: """
        A zip archive ends with a directory of its entries: it lies where the end of the archive says, has as many \
        entries as that says, and each of them leads to an entry. Where the directory cannot be read the entries are \
        found by their own headers, one after another from the beginning.
        """,
      matters: """
        Tools that trust the directory see other files than tools that read from the beginning. Entries behind the \
        damage may be missing from what was judged.
        """,
      bad: """
        Patient-1.json
        (the directory counts 2 entries)
        """,
      good: """
        Patient-1.json
        (the directory counts 1 entry)
        """,
      specification: "https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT"))
}
