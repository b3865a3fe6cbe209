public import FHIRFindings

/// Limits on reading an archive or a compressed file, in which a few bytes can expand without limit.
///
/// No archive is unpacked to memory or disk as a whole, so these limits bound time, not space.
public struct ArchiveLimits: Sendable {
  /// The largest number of entries of a zip archive that are read, in the order of the directory.
  public var maximumEntries = 250_000
  /// The largest number of bytes of a zip archive's directory that are read; names may be long.
  public var maximumDirectoryBytes = 64 << 20
  /// The largest ratio of inflated to compressed bytes: in each file beyond the first million inflated bytes, and in
  /// all files of an archive together beyond the first hundred million.
  ///
  /// Health records compress 10 to 40 to 1; deflate cannot exceed 1,032 to 1.
  public var maximumRatio = 200
  /// The largest number of inflated bytes of a compressed file, and of all entries of an archive together.
  public var maximumInflatedBytes = 1 << 40

  /// Files up to this size may have any ratio.
  static let freeBytes = 1_000_000
  /// Up to this size, all entries of an archive together may have any ratio. Many small files, each within
  /// ``freeBytes``, can form a decompression bomb too.
  static let freeArchiveBytes = 100_000_000

  /// Makes the default limits.
  public init() {}

  func isBeyondRatio(_ inflated: Int, of packed: Int, free: Int = ArchiveLimits.freeBytes) -> Bool {
    inflated >= free && inflated / max(1, maximumRatio) >= max(1, packed)
  }
}

struct ArchiveEntry {
  let name: [UInt8]
  let method: UInt16
  let isUTF8: Bool
  /// `nil` in a tar archive, which has none, nor a header of its own before the data.
  let checksum: UInt32?
  /// The offset of the entry's own header; in a tar archive, of its data.
  let offset: Int
  let packedSize, size: Int
  /// The offset of the entry's header in the directory; in a tar archive, of its only header.
  let headerOffset: Int
  var fault: ArchiveEntryFault?
  /// Whether the name is neither UTF-8 nor ASCII.
  var isNameUnclear = false

  /// - Parameter shift: how many bytes are before the archive that its offsets do not count.
  init(_ header: ZipHeader, name: [UInt8], at headerOffset: Int, shift: Int) {
    self.name = name
    (method, isUTF8, checksum) = (UInt16(header.method), header.isUTF8, header.checksum)
    (packedSize, size) = (header.packedSize, header.size)
    offset = header.offset.addingReportingOverflow(shift).partialValue
    self.headerOffset = headerOffset
  }

  /// An entry of a tar archive.
  init(stored range: Range<Int>, name: [UInt8], at headerOffset: Int) {
    (self.name, method, isUTF8, checksum) = (name, 0, true, nil)
    (offset, packedSize, size, self.headerOffset) = (range.lowerBound, range.count, range.count, headerOffset)
  }

  /// The smallest extent of the entry in the archive: its own header may have extra fields, too.
  var extent: Range<Int> {
    let (end, isTooLarge) = packedSize.addingReportingOverflow(ZipHeader.fixedLocalCount + name.count)
    let (last, isTooFar) = offset.addingReportingOverflow(end)
    return isTooLarge || isTooFar || offset < 0 ? 0..<Int.max : offset..<last
  }
}

enum ArchiveEntryFault {
  case unsafePath, notAFile, encrypted, unsupportedMethod, split, unknownForm, beyondEnd, duplicate, overlapping
  case ratio, archiveRatio, beyondTotal
}

/// A fault of a source, or the reason why it could not be read completely, as a finding.
///
/// Readers of streams throw it and end there. The bytes before it are valid.
public struct SourceFault: Error, Hashable, Sendable {
  /// The finding. For a file in an archive and for a compressed file, its range counts inflated bytes.
  public let finding: Finding

  package init(_ rule: Rule, at range: SourceRange, _ message: String) {
    finding = Finding(rule: rule.id, severity: rule.severity, range: range, path: "", message: message)
  }
}

/// The offsets of faults count inflated bytes, but those of a directory the bytes of its archive.
extension SourceFault {
  init(_ rule: Rule, _ offset: Int, _ message: String) {
    self.init(rule, at: SourceRange(start: offset, end: offset), message)
  }

  init(_ rule: Rule, _ offset: Int, length: Int = 0, expected: String, found: String) {
    self.init(rule, at: SourceRange(offset..<offset + length), "expected \(expected), found \(found)")
  }
}
