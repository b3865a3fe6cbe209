package import FHIRFindings

extension Rule {
  package static let overlappingEntry = Rule(
    "source/overlapping-entry", .error, .structure,
    summary: "an entry of an archive shares bytes with another one",
    checks: """
      Each entry of an archive has its own bytes, outside the directory. Of entries that overlap, the one that \
      begins first is read.
      """,
    matters: """
      No normal tool writes such an archive. It makes a small file expand to an enormous size, or uses the same \
      bytes for two files.
      """,
    bad: """
      Patient-1.json
      Patient-2.json  lies at Patient-1.json
      """,
    good: """
      Patient-1.json
      Patient-2.json
      """,
    specification: "https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT")
}

extension ArchiveListing {
  /// Marks entries that share bytes with an earlier entry; the earliest is read.
  mutating func findOverlaps() {
    var end = 0
    for index in healthy.sorted(by: { (entries[$0].offset, $0) < (entries[$1].offset, $1) }) {
      let extent = entries[index].extent
      if extent.lowerBound < end { entries[index].fault = .overlapping } else { end = extent.upperBound }
    }
  }

  func overlapping(_ index: Int) -> SourceFault {
    finding(.overlappingEntry, index, "data of its own", "\(name(index)) sharing bytes with another entry")
  }
}
