package import FHIRFindings

extension Rule {
  package static let damagedDirectory = Rule(
    "source/damaged-directory", .error, .structure, summary: "the directory of an archive is damaged",
    checks: """
      A zip archive ends with a directory of its entries: its position and number of entries match the end record of \
      the archive, and each of them points to an entry. Where the directory cannot be read, the entries are found by \
      their own headers, one after another from the beginning. A tar archive has only these; behind a damaged one \
      nothing is read.
      """,
    matters: """
      Tools that use the directory see other files than tools that read from the beginning. Entries after the damage \
      may not have been checked.
      """,
    example: """
      Patient-1.json
      (the directory counts ~)
      """,
    bad: "2 entries", good: "1 entry", specification: zipFormat)

  package static let duplicateEntry = Rule(
    "source/duplicate-entry", .error, .duplicate, summary: "an archive has two entries of the same path",
    checks:
      "Each path occurs once in an archive. Of several entries with the same path, the first in the directory is read.",
    matters: """
      Unpacking keeps one of the two, and which one depends on the tool: two readers of the same archive see \
      different records.
      """,
    example: """
      Patient-1.json
      Patient-~.json
      """,
    bad: "1", good: "2", specification: zipFormat)

  package static let encryptedEntry = Rule(
    "source/encrypted-entry", .error, .notSupported, summary: "an entry of an archive is encrypted",
    checks: """
      The entries of an archive are not encrypted. An encrypted entry cannot be read without its password and is not \
      checked.
      """,
    matters: "The records inside were not checked. Unpack the archive with its password and check the files.",
    bad: "Patient-1.json  encrypted", good: "Patient-1.json", specification: zipFormat)

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
    bad: "Patient-1.json  calls itself Patient-2.json", good: "Patient-1.json", specification: zipFormat)

  package static let nameEncoding = Rule(
    "source/name-encoding", .warning, .value, summary: "the name of an entry is not UTF-8",
    checks: """
      The names of an archive's entries are UTF-8 or ASCII. Other bytes are read as code page 437, the original \
      encoding of zip archives; invalid UTF-8 in an entry that declares UTF-8 is replaced. The records inside are \
      checked as usual.
      """,
    matters: """
      The intended characters are unknown. Other tools may unpack the file under another name, so references to it \
      by name fail.
      """,
    bad: "caf⟨82⟩.json", good: "café.json", specification: zipFormat)

  package static let nestedArchive = Rule(
    "source/nested-archive", .warning, .notSupported, summary: "an archive or a compressed file holds another archive",
    checks: """
      The files in an archive are records, not archives; a compressed file holds records, not an archive. A nested \
      archive is not opened.
      """,
    matters: """
      The records inside were not checked. Nested archives can also make a small file expand without limit. Unpack \
      the outer archive and check the files.
      """,
    bad: "records.zip  is a zip archive", good: "records/Patient-1.json", specification: zipFormat)

  package static let notAFile = Rule(
    "source/not-a-file", .warning, .notSupported, summary: "an entry of an archive is neither a file nor a folder",
    checks: """
      The entries of an archive are files and folders. Symbolic links, devices and the like are not followed, and \
      the data of an entry that is named like a folder is not read.
      """,
    matters: """
      The target of a link is outside the archive, or is in it anyway. When unpacked, a link out of the folder lets \
      later entries be written anywhere.
      """,
    bad: "Patient-1.json  mode 120777", good: "Patient-1.json  mode 100644", specification: zipFormat)

  package static let overlappingEntry = Rule(
    "source/overlapping-entry", .error, .structure, summary: "an entry of an archive shares bytes with another one",
    checks: """
      Each entry of an archive has its own bytes, outside the directory. Of entries that overlap, the one that \
      begins first is read.
      """,
    matters: """
      No normal tool writes such an archive. It makes a small file expand to an enormous size, or uses the same \
      bytes for two files.
      """,
    example: """
      Patient-1.json
      Patient-2.json~
      """,
    bad: "  lies at Patient-1.json", good: "", specification: zipFormat)

  package static let unsafePath = Rule(
    "source/unsafe-path", .error, .value, summary: "the path of an entry leads out of its archive",
    checks: """
      The path of an entry is relative and stays inside the archive: no `..`, no slash or drive at its beginning, no \
      zero byte. Backslashes count as slashes. An entry with another path is not read.
      """,
    matters:
      "A tool that unpacks such an archive without a check writes files wherever the author of the archive chose.",
    bad: "../Patient-1.json", good: "Patient-1.json", specification: zipFormat)

  package static let unsupportedArchive = Rule(
    "source/unsupported-archive", .error, .notSupported, summary: "an archive uses a feature that is not supported",
    checks: """
      Entries are stored or deflated, and the archive is in one file. Other compression methods and split archives are \
      not read, nor are gzip files with another method than deflate, and files in a tar archive that leave out holes.
      """,
    matters: "The records inside were not checked. Pack them again with the usual settings and check the result.",
    bad: "Patient-1.json  method 12", good: "Patient-1.json  method 8", specification: zipFormat)
}

extension SourceFault {
  static func damagedDirectory(at offset: Int, _ message: String) -> SourceFault {
    SourceFault(.damagedDirectory, at: SourceRange(start: offset, end: offset + 4), message)
  }

  /// Finds where an entry's own header differs from the directory.
  static func mismatch<Bytes>(
    _ header: ZipHeader, _ entry: ArchiveEntry, _ checksum: UInt32, _ window: ByteWindow<Bytes>
  ) throws -> [Finding] {
    let whole = try window.bytes(at: entry.offset, count: header.count)
    let ownName = whole.dropFirst(ZipHeader.fixedLocalCount).prefix(header.nameCount)
    // Before data that is followed by a descriptor, zeros stand for values that were not yet known.
    func differs(_ own: Int, _ listed: Int) -> Bool { own != listed && !(header.hasDescriptor && own == 0) }
    let parts = [
      ("name", !ownName.elementsEqual(entry.name)), ("method", header.method != Int(entry.method)),
      ("encryption", header.isEncrypted), ("checksum", differs(Int(header.checksum), Int(checksum))),
      ("packed size", differs(header.packedSize, entry.packedSize)), ("size", differs(header.size, entry.size)),
    ].filter(\.1).map(\.0)
    guard !parts.isEmpty else { return [] }
    let fault = SourceFault(
      .headerMismatch, 0,
      "expected an entry's own header to agree with the directory, found another \(parts.joined(separator: ", "))")
    return [fault.finding]
  }

  /// The fault of an archive or a compressed file within another one; `nil` for other kinds.
  package static func nested(_ kind: ContentKind) -> SourceFault? {
    guard [.gzip, .zip, .tar].contains(kind) else { return nil }
    return SourceFault(
      .nestedArchive, 0, "expected records, found \(kind.phrase) in another archive; it was not opened")
  }
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

  /// Marks entries that share bytes with an earlier entry; the earliest is read.
  mutating func findOverlaps() {
    var end = 0
    for index in healthy.sorted(by: { (entries[$0].offset, $0) < (entries[$1].offset, $1) }) {
      let extent = entries[index].extent
      if extent.lowerBound < end { entries[index].fault = .overlapping } else { end = extent.upperBound }
    }
  }

  /// Why an entry cannot be opened, or that its name is unclear; `nil` if neither.
  func finding(of index: Int) -> SourceFault? {
    let entry = entries[index]
    guard entry.fault != nil || entry.isNameUnclear else { return nil }
    let name = name(index)
    /// A limit of the archive as a whole is told of the first entry beyond it.
    func more(_ fault: ArchiveEntryFault) -> String {
      "more from \(name) on; \(entries.count { $0.fault == fault }) were not read"
    }
    let (rule, expected, found): (Rule, String, String) =
      switch entry.fault {
      case nil: (.nameEncoding, "a name in UTF-8", "the name \(name) in another encoding")
      case .unsafePath: (.unsafePath, "a path within the archive", name)
      case .notAFile where entry.name.last == UInt8(ascii: "/"):
        (.notAFile, "no data in a folder", "some in \(name); it was not read")
      case .notAFile: (.notAFile, "a file", "a link or a device, \(name)")
      case .encrypted: (.encryptedEntry, "data that anybody can read", "\(name) encrypted")
      case .unsupportedMethod:
        (.unsupportedArchive, "a file that is stored or deflated", "\(name) packed with method \(entry.method)")
      case .split: (.unsupportedArchive, "an archive in one file", "\(name) in another part of it")
      case .unknownForm: (.unsupportedArchive, "a plain file", "\(name) in a form of one program, such as with holes")
      case .beyondEnd: (.truncated, "the data of \(name) within the archive", "its end beyond that of the data")
      case .duplicate: (.duplicateEntry, "each path once", "\(name) again; the first was read")
      case .overlapping: (.overlappingEntry, "data of its own", "\(name) sharing bytes with another entry")
      case .ratio:
        (
          .compressionRatio, "data compressed at most \(limits.maximumRatio) to 1",
          "\(name) with \(entry.size) bytes packed in \(entry.packedSize)"
        )
      case .archiveRatio:
        (.compressionRatio, "all files together compressed at most \(limits.maximumRatio) to 1", more(.archiveRatio))
      case .beyondTotal:
        (.inflatedSize, "at most \(limits.maximumInflatedBytes) bytes in all files", more(.beyondTotal))
      }
    return finding(rule, index, expected, found)
  }
}
