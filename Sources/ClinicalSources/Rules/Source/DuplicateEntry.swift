package import FHIRFindings

extension Rule {
  package static let duplicateEntry = Rule(
    "source/duplicate-entry", .error, .duplicate,
    summary: "an archive has two entries of the same path",
    checks: """
      Each path occurs once in an archive. Of several entries with the same path, the first in the directory is read.
      """,
    matters: """
      Unpacking keeps one of the two, and which one depends on the tool: two readers of the same archive see \
      different records.
      """,
    bad: """
      Patient-1.json
      Patient-1.json
      """,
    good: """
      Patient-1.json
      Patient-2.json
      """,
    specification: "https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT")
}

extension ArchiveListing {
  /// Marks all entries of one name except the first, which is read.
  mutating func findDuplicates() {
    let byName = healthy.sorted {
      let (one, other) = (entries[$0].name, entries[$1].name)
      return ArchiveName.isBefore(one, other) || (!ArchiveName.isBefore(other, one) && $0 < $1)
    }
    for (first, second) in zip(byName, byName.dropFirst()) where entries[first].name == entries[second].name {
      entries[second].fault = .duplicate
    }
  }

  func duplicate(_ index: Int) -> SourceFault {
    finding(.duplicateEntry, index, "each path once", "\(name(index)) again; the first was read")
  }
}
