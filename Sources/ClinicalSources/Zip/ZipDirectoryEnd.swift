import FHIRDiagnostics

/// The record at the end of a zip archive, which gives the position of the directory.
///
/// It is found by its signature, searched backwards from the end, because a comment may follow it. If a number does not
/// fit, all its bits are set and the zip64 record has it; a locator directly before this record gives the position of
/// the zip64 record.
struct ZipDirectoryEnd {
  /// How many entries there are.
  let count: Int
  /// Whether a number above 65,535 would be recorded as a smaller one.
  let isCountShort: Bool
  /// The offset and size of the directory according to the record.
  let directory: (offset: Int, size: Int)
  /// The offset of the first of the end records.
  let offset: Int
  /// The end of the archive, after its comment.
  let archiveEnd: Int

  private static let size = 22

  /// Searches for the end record.
  ///
  /// - Throws: ``SourceFault`` if there is no usable record.
  init<Bytes: RandomAccessBytes>(of bytes: Bytes, _ window: ByteWindow<Bytes>) throws {
    guard let place = try ZipDirectoryEnd.find(bytes.count, window) else {
      throw SourceFault.truncated(
        at: bytes.count, expected: "the directory of a zip archive at its end",
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
    .unsupported(
      at: offset, size, expected: "a zip archive in one file", found: "a part of one that was split")
  }
}
