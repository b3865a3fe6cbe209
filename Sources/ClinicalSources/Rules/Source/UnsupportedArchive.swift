package import FHIRFindings

extension Rule {
  package static let unsupportedArchive = Rule(
    "source/unsupported-archive", .error, .notSupported,
    summary: "an archive uses a feature that is not supported",
    checks: """
      Entries are stored or deflated, and the archive is in one file. Other compression methods and split archives \
      are not read, nor are gzip files with another method than deflate, and files in a tar archive that leave out \
      holes.
      """,
    matters: "The records inside were not checked. Pack them again with the usual settings and check the result.",
    bad: "Patient-1.json  method 12",
    good: "Patient-1.json  method 8",
    specification: "https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT")
}

extension SourceFault {
  static func unsupported(at offset: Int, _ length: Int = 0, expected: String, found: String) -> SourceFault {
    SourceFault(
      .unsupportedArchive, at: SourceRange(start: offset, end: offset + length), "expected \(expected), found \(found)")
  }
}

extension ArchiveListing {
  func unsupportedMethod(_ index: Int) -> SourceFault {
    finding(
      .unsupportedArchive, index, "a file that is stored or deflated",
      "\(name(index)) packed with method \(entries[index].method)")
  }

  func unknownForm(_ index: Int) -> SourceFault {
    finding(.unsupportedArchive, index, "a plain file", "\(name(index)) in a form of one program, such as with holes")
  }

  func split(_ index: Int) -> SourceFault {
    finding(.unsupportedArchive, index, "an archive in one file", "\(name(index)) in another part of it")
  }
}
