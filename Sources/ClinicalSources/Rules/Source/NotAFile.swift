package import FHIRFindings

extension Rule {
  package static let notAFile = Rule(
    "source/not-a-file", .warning, .notSupported,
    summary: "an entry of an archive is neither a file nor a folder",
    checks: """
      The entries of an archive are files and folders. Symbolic links, devices and the like are not followed, and \
      the data of an entry that is named like a folder is not read.
      """,
    matters: """
      The target of a link is outside the archive, or is in it anyway. When unpacked, a link out of the folder lets \
      later entries be written anywhere.
      """,
    bad: "Patient-1.json  mode 120777",
    good: "Patient-1.json  mode 100644",
    specification: "https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT")
}

extension ArchiveListing {
  func notAFile(_ index: Int) -> SourceFault {
    entries[index].name.last == UInt8(ascii: "/")
      ? finding(.notAFile, index, "no data in a folder", "some in \(name(index)); it was not read")
      : finding(.notAFile, index, "a file", "a link or a device, \(name(index))")
  }
}
