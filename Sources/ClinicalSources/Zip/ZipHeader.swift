/// The description of one entry in a zip archive: in its directory, or in the header before the entry's data.
struct ZipHeader {
  let flags: Int
  let method: Int
  let checksum: UInt32
  let packedSize: Int
  let size: Int
  /// The system that wrote the entry, and on Unix the mode of the file; only in the directory.
  let system: Int
  let mode: Int
  /// The offset of the entry, and its part of a split archive; only in the directory.
  let offset: Int
  let disk: Int
  let nameCount: Int
  /// The size of the whole header in bytes.
  let count: Int

  /// How many bytes precede the name in the directory.
  static let fixedCount = 46
  /// How many bytes precede the name in an entry's own header.
  static let fixedLocalCount = 30

  /// Reads a header of the directory; `nil` if there is none.
  init?<Bytes>(at offset: Int, _ window: ByteWindow<Bytes>) throws {
    let fixed = try window.bytes(at: offset, count: ZipHeader.fixedCount)
    guard fixed.count == ZipHeader.fixedCount, fixed.number(at: 0, size: 4) == ZipSignature.header else { return nil }
    nameCount = fixed.number(at: 28, size: 2)
    let extraCount = fixed.number(at: 30, size: 2)
    count = ZipHeader.fixedCount + nameCount + extraCount + fixed.number(at: 32, size: 2)
    let whole = try window.bytes(at: offset, count: count)
    guard whole.count == count else { return nil }
    system = whole.number(at: 5, size: 1)
    flags = whole.number(at: 8, size: 2)
    method = whole.number(at: 10, size: 2)
    checksum = UInt32(whole.number(at: 16, size: 4))
    mode = whole.number(at: 40, size: 2)
    var large = ZipHeader.zip64(in: whole, from: ZipHeader.fixedCount + nameCount, count: extraCount)
    // The format prescribes this order, and only numbers that did not fit are present.
    size = ZipHeader.number(in: whole, at: 24, size: 4, &large)
    packedSize = ZipHeader.number(in: whole, at: 20, size: 4, &large)
    self.offset = ZipHeader.number(in: whole, at: 42, size: 4, &large)
    disk = ZipHeader.number(in: whole, at: 34, size: 2, &large)
  }

  /// Reads the header before an entry's data; `nil` if there is none.
  init?<Bytes>(localAt offset: Int, _ window: ByteWindow<Bytes>) throws {
    let fixed = try window.bytes(at: offset, count: ZipHeader.fixedLocalCount)
    guard fixed.count == ZipHeader.fixedLocalCount, fixed.number(at: 0, size: 4) == ZipSignature.localHeader else {
      return nil
    }
    nameCount = fixed.number(at: 26, size: 2)
    let extraCount = fixed.number(at: 28, size: 2)
    count = ZipHeader.fixedLocalCount + nameCount + extraCount
    let whole = try window.bytes(at: offset, count: count)
    guard whole.count == count else { return nil }
    flags = whole.number(at: 6, size: 2)
    method = whole.number(at: 8, size: 2)
    checksum = UInt32(whole.number(at: 14, size: 4))
    var large = ZipHeader.zip64(in: whole, from: ZipHeader.fixedLocalCount + nameCount, count: extraCount)
    size = ZipHeader.number(in: whole, at: 22, size: 4, &large)
    packedSize = ZipHeader.number(in: whole, at: 18, size: 4, &large)
    (system, mode, self.offset, disk) = (0, 0, offset, 0)
  }

  /// Whether sizes and checksum follow the data.
  var hasDescriptor: Bool { flags & 1 << 3 != 0 }
  /// Whether the data, or the header itself, is encrypted.
  var isEncrypted: Bool { flags & (1 | 1 << 6 | 1 << 13) != 0 }
  /// Whether the name is marked as UTF-8.
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
