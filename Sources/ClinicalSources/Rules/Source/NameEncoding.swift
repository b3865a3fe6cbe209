package import FHIRDiagnostics

extension Rule {
  /// Reports a name that is not UTF-8.
  package static let nameEncoding = Rule(
    "source/name-encoding", .warning, .value,
    summary: "the name of an entry is not UTF-8",
    explanation: Explanation(
      checks: """
        The names of an archive's entries are UTF-8 or ASCII. Other bytes are read as code page 437, the encoding of \
        the first archives; bytes that are no UTF-8 although the entry says so are replaced. The records inside are \
        judged as usual.
        """,
      matters: """
        Which characters were meant is a guess. The file may come out under another name elsewhere, and whatever \
        refers to it by name does not find it.
        """,
      bad: "caf⟨82⟩.json",
      good: "café.json",
      specification: "https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT"))
}
