package import FHIRFindings

extension Rule {
  package static let encryptedEntry = Rule(
    "source/encrypted-entry", .error, .notSupported,
    summary: "an entry of an archive is encrypted",
    checks: """
      The entries of an archive are not encrypted. An encrypted entry cannot be read without its password and is not \
      checked.
      """,
    matters: "The records inside were not checked. Unpack the archive with its password and check the files.",
    bad: "Patient-1.json  encrypted",
    good: "Patient-1.json",
    specification: "https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT")
}

extension ArchiveListing {
  func encryptedEntry(_ index: Int) -> SourceFault {
    finding(.encryptedEntry, index, "data that anybody can read", "\(name(index)) encrypted")
  }
}
