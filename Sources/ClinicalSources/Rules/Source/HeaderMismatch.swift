package import FHIRFindings

extension Rule {
  package static let headerMismatch = Rule(
    "source/header-mismatch", .error, .invariant,
    summary: "an entry's own header disagrees with the directory of its archive",
    checks: """
      A zip archive describes an entry twice, in its directory and before the entry's data: the name, the \
      compression method, and, unless they follow the data, the sizes and the checksum. Both agree. Where they \
      differ, the directory is used.
      """,
    matters: """
      Tools that read archives from beginning to end use the headers, other tools the directory. Archives in which \
      the two differ can show one content to a checker and another to the receiver.
      """,
    bad: "Patient-1.json  calls itself Patient-2.json",
    good: "Patient-1.json",
    specification: "https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT")
}

extension SourceFault {
  /// Finds where an entry's own header differs from the directory.
  static func mismatch<Bytes>(
    _ header: ZipHeader, _ entry: ArchiveEntry, _ window: ByteWindow<Bytes>
  ) throws -> [Finding] {
    let whole = try window.bytes(at: entry.offset, count: header.count)
    let ownName = whole.dropFirst(ZipHeader.fixedLocalCount).prefix(header.nameCount)
    // Before data that is followed by a descriptor, zeros stand for values that were not yet known.
    func differs(_ own: Int, _ listed: Int) -> Bool { own != listed && !(header.hasDescriptor && own == 0) }
    let parts = [
      ("name", !ownName.elementsEqual(entry.name)), ("method", header.method != Int(entry.method)),
      ("encryption", header.isEncrypted), ("checksum", differs(Int(header.checksum), Int(entry.checksum))),
      ("packed size", differs(header.packedSize, entry.packedSize)), ("size", differs(header.size, entry.size)),
    ].filter(\.1).map(\.0)
    guard !parts.isEmpty else { return [] }
    let fault = SourceFault(
      .headerMismatch, 0,
      "expected an entry's own header to agree with the directory, found another \(parts.joined(separator: ", "))")
    return [fault.finding]
  }
}
