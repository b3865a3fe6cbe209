/// The facts that are kept of an entry of a zip archive.
struct ZipEntry {
  let name: ZipNames.Reference
  let method: UInt16
  let flags: UInt16
  let checksum: UInt32
  /// Where the entry's own header begins.
  let offset: Int
  let packedSize: Int
  let size: Int
  /// Where the directory says all this.
  let headerOffset: Int
  /// Why the entry is not opened.
  var fault: ZipEntryFault?
  /// Whether the name is neither UTF-8 nor ASCII.
  var isNameUnclear = false

  /// - Parameters:
  ///   - shift: how many bytes stand before the archive and are not counted in its offsets.
  ///   - descriptor: the data descriptor after the data, where the header lacks these facts.
  init(
    _ header: ZipHeader, name: ZipNames.Reference, at headerOffset: Int, shift: Int,
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

  /// The least that the entry takes up in the archive: its own header may have extra fields too.
  var extent: Range<Int> {
    let (end, isTooLarge) = packedSize.addingReportingOverflow(ZipHeader.fixedLocalCount + Int(name.count))
    let (last, isTooFar) = offset.addingReportingOverflow(end)
    return isTooLarge || isTooFar || offset < 0 ? 0..<Int.max : offset..<last
  }

  var isUTF8: Bool { flags & 1 << 11 != 0 }
}

/// Why an entry of a zip archive is not opened.
enum ZipEntryFault: UInt8 {
  case unsafePath
  case notAFile
  case encrypted
  case unsupportedMethod
  case split
  case beyondEnd
  case duplicate
  case overlapping
  case ratio
  case archiveRatio
  case beyondTotal
}
