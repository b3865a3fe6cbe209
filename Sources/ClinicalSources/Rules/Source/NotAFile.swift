package import FHIRDiagnostics

extension Rule {
  /// Reports an entry that is neither a file nor a folder.
  package static let notAFile = Rule(
    "source/not-a-file", .warning, .notSupported,
    summary: "an entry of an archive is a link or a device",
    explanation: Explanation(
      checks: """
        The entries of an archive are files and folders. Symbolic links, devices and the like are not followed.
        """,
      matters: """
        The target of a link is outside the archive, or is in it anyway. When unpacked, a link out of the folder lets \
        later entries be written anywhere.
        """,
      bad: "Patient-1.json  mode 120777",
      good: "Patient-1.json  mode 100644",
      specification: "https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT"))
}

extension ZipListing {
  func notAFile(_ index: Int) -> SourceFault {
    finding(.notAFile, index, "a file", "a link or a device, \(name(index))")
  }
}
