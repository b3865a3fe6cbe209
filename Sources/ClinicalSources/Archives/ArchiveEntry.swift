/// The facts that are kept of an entry of an archive.
struct ArchiveEntry {
  let name: ArchiveNames.Reference
  let method: UInt16
  let flags: UInt16
  let checksum: UInt32
  /// The offset of the entry's own header; in a tar archive, of its data.
  let offset: Int
  let packedSize: Int
  let size: Int
  /// The offset of the entry's header in the directory; in a tar archive, of its only header.
  let headerOffset: Int
  /// Why the entry cannot be opened; `nil` if it can.
  var fault: ArchiveEntryFault?
  /// Whether the name is neither UTF-8 nor ASCII.
  var isNameUnclear = false

  /// - Parameters:
  ///   - shift: how many bytes are before the archive that its offsets do not count.
  ///   - descriptor: the data descriptor after the data, for a header that lacks these facts.
  init(
    _ header: ZipHeader, name: ArchiveNames.Reference, at headerOffset: Int, shift: Int,
    descriptor: (checksum: UInt32, packedSize: Int, size: Int)?
  ) {
    self.name = name
    (method, flags) = (UInt16(header.method), UInt16(header.flags))
    checksum = descriptor?.checksum ?? header.checksum
    packedSize = descriptor?.packedSize ?? header.packedSize
    size = descriptor?.size ?? header.size
    offset = header.offset.addingReportingOverflow(shift).partialValue
    self.headerOffset = headerOffset
  }

  /// An entry of a tar archive.
  init(stored range: Range<Int>, name: ArchiveNames.Reference, at headerOffset: Int) {
    (self.name, method, flags, checksum) = (name, 0, 1 << 11, 0)
    (offset, packedSize, size, self.headerOffset) = (range.lowerBound, range.count, range.count, headerOffset)
  }

  /// The smallest extent of the entry in the archive: its own header may have extra fields, too.
  var extent: Range<Int> {
    let (end, isTooLarge) = packedSize.addingReportingOverflow(ZipHeader.fixedLocalCount + Int(name.count))
    let (last, isTooFar) = offset.addingReportingOverflow(end)
    return isTooLarge || isTooFar || offset < 0 ? 0..<Int.max : offset..<last
  }

  var isUTF8: Bool { flags & 1 << 11 != 0 }
}

/// The reasons why an entry of an archive cannot be opened.
enum ArchiveEntryFault: UInt8 {
  case unsafePath
  case notAFile
  case encrypted
  case unsupportedMethod
  case split
  case unknownForm
  case beyondEnd
  case duplicate
  case overlapping
  case ratio
  case archiveRatio
  case beyondTotal
}
