package import FHIRFindings

extension Rule {
  package static let nameEncoding = Rule(
    "source/name-encoding", .warning, .value,
    summary: "the name of an entry is not UTF-8",
    checks: """
      The names of an archive's entries are UTF-8 or ASCII. Other bytes are read as code page 437, the original \
      encoding of zip archives; invalid UTF-8 in an entry that declares UTF-8 is replaced. The records inside are \
      checked as usual.
      """,
    matters: """
      The intended characters are unknown. Other tools may unpack the file under another name, so references to it \
      by name fail.
      """,
    bad: "caf⟨82⟩.json",
    good: "café.json",
    specification: "https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT")
}

extension ArchiveListing {
  func nameEncoding(_ index: Int) -> SourceFault? {
    guard entries[index].isNameUnclear else { return nil }
    return finding(.nameEncoding, index, "a name in UTF-8", "the name \(name(index)) in another encoding")
  }
}
