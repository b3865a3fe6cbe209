import FHIRFindings

/// The description of one entry in a zip archive: in its directory, or in the header before the entry's data.
struct ZipHeader {
  let flags, method: Int
  /// What a descriptor after the data may give instead.
  var checksum: UInt32
  var packedSize, size: Int
  /// The system that wrote the entry, and on Unix the mode of the file; only in the directory.
  let system, mode: Int
  /// The offset of the entry, and its part of a split archive; only in the directory.
  let offset, disk: Int
  let nameCount: Int
  /// The size of the whole header in bytes.
  let count: Int

  /// How many bytes precede the name in the directory.
  static let fixedCount = 46
  /// How many bytes precede the name in an entry's own header.
  static let fixedLocalCount = 30

  /// Reads a header of the directory, or the one before an entry's data; `nil` if there is none.
  init?<Bytes>(at offset: Int, _ window: ByteWindow<Bytes>, isLocal: Bool = false) throws {
    let fixedCount = isLocal ? ZipHeader.fixedLocalCount : ZipHeader.fixedCount
    let fixed = try window.bytes(at: offset, count: fixedCount)
    guard fixed.count == fixedCount,
      fixed.number(at: 0, size: 4) == (isLocal ? ZipSignature.localHeader : ZipSignature.header)
    else { return nil }
    // An entry's own header does not say which system wrote it, so all that follows stands two bytes before.
    let shift = isLocal ? 2 : 0
    nameCount = fixed.number(at: 28 - shift, size: 2)
    let extraCount = fixed.number(at: 30 - shift, size: 2)
    count = fixedCount + nameCount + extraCount + (isLocal ? 0 : fixed.number(at: 32, size: 2))
    let whole = try window.bytes(at: offset, count: count)
    guard whole.count == count else { return nil }
    flags = whole.number(at: 8 - shift, size: 2)
    method = whole.number(at: 10 - shift, size: 2)
    checksum = UInt32(whole.number(at: 16 - shift, size: 4))
    var large = ZipHeader.zip64(in: whole, from: fixedCount + nameCount, count: extraCount)
    // The format prescribes this order, and only numbers that did not fit are present.
    size = ZipHeader.number(in: whole, at: 24 - shift, size: 4, &large)
    packedSize = ZipHeader.number(in: whole, at: 20 - shift, size: 4, &large)
    (system, mode) = isLocal ? (0, 0) : (whole.number(at: 5, size: 1), whole.number(at: 40, size: 2))
    self.offset = isLocal ? offset : ZipHeader.number(in: whole, at: 42, size: 4, &large)
    disk = isLocal ? 0 : ZipHeader.number(in: whole, at: 34, size: 2, &large)
  }

  /// Whether sizes and checksum follow the data.
  var hasDescriptor: Bool { flags & 1 << 3 != 0 }
  var isEncrypted: Bool { flags & (1 | 1 << 6 | 1 << 13) != 0 }
  var isUTF8: Bool { flags & 1 << 11 != 0 }

  /// The content of the zip64 extra field.
  private static func zip64(
    in header: UnsafeRawBufferPointer, from start: Int, count: Int
  ) -> Slice<UnsafeRawBufferPointer> {
    var place = start
    while place + 4 <= start + count {
      let size = header.number(at: place + 2, size: 2)
      if header.number(at: place, size: 2) == 1 { return header[place + 4..<min(place + 4 + size, start + count)] }
      place += 4 + size
    }
    return header[start..<start]
  }

  /// A number of the header; if all its bits are set, the next number of the zip64 field.
  private static func number(
    in header: UnsafeRawBufferPointer, at offset: Int, size: Int, _ large: inout Slice<UnsafeRawBufferPointer>
  ) -> Int {
    let number = header.number(at: offset, size: size)
    let wide = size == 2 ? 4 : 8
    guard number == 1 << (8 * size) - 1, large.count >= wide else { return number }
    defer { large = large.dropFirst(wide) }
    return header.number(at: large.startIndex, size: wide)
  }
}

extension UnsafeRawBufferPointer {
  /// The little-endian number in `size` bytes at an offset, at most `Int.max`; 0 beyond the end.
  func number(at offset: Int, size: Int) -> Int {
    guard offset >= 0, offset <= count - size else { return 0 }
    var number: UInt64 = 0
    for index in 0..<size { number |= UInt64(self[offset + index]) << UInt64(8 * index) }
    return Int(clamping: number)
  }
}

/// The four bytes at the beginning of the records of a zip archive, as numbers.
enum ZipSignature {
  /// An entry's own header, before its data.
  static let localHeader = 0x0403_4B50
  /// An entry in the directory.
  static let header = 0x0201_4B50
  /// The data descriptor of an entry that was written to a pipe; a split archive also begins with it.
  static let descriptor = 0x0807_4B50
  /// The end of the directory, and of the archive.
  static let end = 0x0605_4B50
  static let zip64End = 0x0606_4B50
  static let zip64Locator = 0x0706_4B50
}

/// The record at the end of a zip archive, which gives the position of the directory. It is searched backwards from the
/// end, because a comment may follow it. If a number does not fit, all its bits are set and the zip64 record has it,
/// whose position is in a locator directly before this record.
struct ZipDirectoryEnd {
  let count: Int
  /// Whether a number above 65,535 would be recorded as a smaller one.
  let isCountShort: Bool
  let directory: (offset: Int, size: Int)
  /// The offset of the first of the end records.
  let offset: Int
  /// The end of the archive, after its comment.
  let archiveEnd: Int

  private static let size = 22

  /// Searches for the end record; throws a ``SourceFault`` if there is no usable one.
  init<Bytes: RandomAccessBytes>(of bytes: Bytes, _ window: ByteWindow<Bytes>) throws {
    guard let place = try ZipDirectoryEnd.find(bytes.count, window) else {
      throw SourceFault(
        .truncated, bytes.count, expected: "the directory of a zip archive at its end",
        found: "none; its entries were read by their own headers")
    }
    let locator = try window.bytes(at: place - 20, count: 20)
    let isZip64 = locator.count == 20 && locator.number(at: 0, size: 4) == ZipSignature.zip64Locator
    let zip64Offset = locator.number(at: 8, size: 8)
    let end = try window.bytes(at: place, count: ZipDirectoryEnd.size)
    archiveEnd = place + ZipDirectoryEnd.size + end.number(at: 20, size: 2)
    let disk = end.number(at: 4, size: 2)
    let fields = (
      count: end.number(at: 10, size: 2), size: end.number(at: 12, size: 4), offset: end.number(at: 16, size: 4)
    )
    let isFull = disk == 0xFFFF || fields.count == 0xFFFF || fields.size == 0xFFFF_FFFF || fields.offset == 0xFFFF_FFFF
    guard isZip64, isFull else {
      if disk != 0 { throw ZipDirectoryEnd.split(at: place) }
      (count, isCountShort) = (fields.count, true)
      directory = (fields.offset, fields.size)
      offset = place
      return
    }
    let large = try window.bytes(at: zip64Offset, count: 56)
    guard zip64Offset < place, large.count == 56, large.number(at: 0, size: 4) == ZipSignature.zip64End else {
      throw SourceFault.damagedDirectory(
        at: place, "expected the zip64 end of the directory at byte \(zip64Offset), found other bytes")
    }
    if large.number(at: 16, size: 4) != 0 { throw ZipDirectoryEnd.split(at: zip64Offset) }
    (count, isCountShort) = (large.number(at: 32, size: 8), false)
    directory = (large.number(at: 48, size: 8), large.number(at: 40, size: 8))
    offset = zip64Offset
  }

  /// The offset of the record: the last signature whose comment ends with the file, else the last signature.
  private static func find<Bytes>(_ count: Int, _ window: ByteWindow<Bytes>) throws -> Int? {
    let first = max(0, count - size - 0xFFFF)
    let tail = try window.bytes(at: first, count: count - first)
    guard tail.count >= size else { return nil }
    var last: Int?
    for place in (0...tail.count - size).reversed() where tail.number(at: place, size: 4) == ZipSignature.end {
      let rest = tail.count - place - size
      let comment = tail.number(at: place + 20, size: 2)
      if comment == rest { return first + place }
      if last == nil, comment < rest { last = first + place }
    }
    return last
  }

  private static func split(at offset: Int) -> SourceFault {
    SourceFault(
      .unsupportedArchive, offset, length: size, expected: "a zip archive in one file",
      found: "a part of one that was split")
  }
}
