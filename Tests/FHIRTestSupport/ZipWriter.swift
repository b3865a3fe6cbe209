/// Makes a zip archive record by record, so that a test can set any field to a wrong value.
///
///     var damaged = ZipWriter.Entry("a.json", "{}")
///     damaged.checksum ^= 1
///     let archive = ZipWriter([damaged, ZipWriter.Entry("b.json", "{}")]).bytes
///
/// An archive has an entry's numbers twice, in the entry's own header and in the directory; both are right until a test
/// sets one of them.
package struct ZipWriter: Sendable {
  /// The entries, in the order of their data.
  package var entries: [Entry]
  /// Bytes after the end of the directory.
  package var comment: [UInt8] = []
  /// Bytes before the first entry.
  package var prefix: [UInt8] = []
  /// Whether to write the zip64 records, whatever the numbers.
  package var endsWithZip64 = false
  /// Sets fields of the end of the directory.
  package var changeEnd: @Sendable (inout End) -> Void = { _ in }

  package init(_ entries: [Entry]) {
    self.entries = entries
  }

  /// The content of the end record.
  package struct End: Sendable {
    package var disk = 0
    package var count: Int
    package var directorySize: Int
    package var directoryOffset: Int
  }

  /// One entry, deflated by default.
  package struct Entry: Sendable {
    /// The name in the entry's own header.
    package var localName: [UInt8]
    /// The name in the directory.
    package var name: [UInt8]
    /// The compressed bytes.
    package var packed: [UInt8]
    /// 0 for stored, 8 for deflated.
    package var method: Int
    /// The CRC-32 of the inflated bytes.
    package var checksum: UInt32
    /// The inflated size.
    package var size: Int
    /// The compressed size in the directory.
    package var packedSize: Int
    /// Bit 11: the name is UTF-8; bit 0: encrypted. Bit 3 is set by ``hasDescriptor``.
    package var flags = 1 << 11
    /// Whether sizes and checksum follow the data, as when an archive is written to a pipe.
    package var hasDescriptor = false
    /// Whether the descriptor begins with the signature that most writers use.
    package var signsDescriptor = true
    /// Whether sizes and offset are in the zip64 extra field, whatever their values.
    package var usesZip64 = false
    /// The system in the upper byte of "made by": 3 is Unix, whose modes ``mode`` are.
    package var system = 3
    /// The mode of the file as Unix has it.
    package var mode = 0o100644
    /// Extra fields of the directory, before the zip64 field.
    package var extra: [UInt8] = []
    /// Sets fields of the entry's own header only.
    package var changeLocal: @Sendable (inout Entry) -> Void = { _ in }
    /// The offset of the entry in the directory; the real one if `nil`.
    package var offset: Int?

    package init(_ name: String, _ content: String, stored: Bool = false) {
      self.init(Array(name.utf8), Array(content.utf8), stored: stored)
    }

    package init(_ name: [UInt8], _ content: [UInt8], stored: Bool = false) {
      localName = name
      self.name = name
      packed = stored ? content : Deflate.raw(content)
      method = stored ? 0 : 8
      checksum = Deflate.checksum(content)
      size = content.count
      packedSize = packed.count
    }
  }

  /// The archive.
  package var bytes: [UInt8] {
    var (bytes, directory) = parts
    var end = End(count: entries.count, directorySize: directory.count, directoryOffset: bytes.count)
    changeEnd(&end)
    bytes += directory
    writeEnd(end, in: &bytes)
    return bytes
  }

  /// The offset of the directory.
  package var directoryOffset: Int { parts.data.count }

  /// The offset of each entry in the directory.
  package var headerOffsets: [Int] {
    entries.indices.map { index in
      var before = self
      before.entries.removeSubrange(index...)
      return directoryOffset + before.parts.directory.count
    }
  }

  /// The offset of an entry, by its name in the directory.
  package func offset(of name: [UInt8]) -> Int? {
    guard let index = entries.firstIndex(where: { $0.name == name }) else { return nil }
    var before = self
    before.entries.removeSubrange(index...)
    return before.directoryOffset
  }

  private var parts: (data: [UInt8], directory: [UInt8]) {
    var bytes = prefix
    var directory: [UInt8] = []
    for entry in entries {
      entry.writeHeader(in: &directory, at: entry.offset ?? bytes.count)
      var local = entry
      entry.changeLocal(&local)
      local.writeLocal(in: &bytes)
    }
    return (bytes, directory)
  }

  private func writeEnd(_ end: End, in bytes: inout [UInt8]) {
    let needsZip64 = end.count > 0xFFFF || end.directorySize > 0xFFFF_FFFF || end.directoryOffset > 0xFFFF_FFFF
    if endsWithZip64 || needsZip64 {
      let place = bytes.count
      bytes.append(0x0606_4B50, size: 4)
      bytes.append(44, size: 8)
      bytes.append(3 << 8 | 45, size: 2)
      bytes.append(45, size: 2)
      for _ in 0..<2 { bytes.append(end.disk, size: 4) }
      for _ in 0..<2 { bytes.append(end.count, size: 8) }
      bytes.append(end.directorySize, size: 8)
      bytes.append(end.directoryOffset, size: 8)
      bytes.append(0x0706_4B50, size: 4)
      bytes.append(end.disk, size: 4)
      bytes.append(place, size: 8)
      bytes.append(1, size: 4)
    }
    bytes.append(0x0605_4B50, size: 4)
    for _ in 0..<2 { bytes.append(end.disk, size: 2) }
    for _ in 0..<2 { bytes.append(endsWithZip64 ? 0xFFFF : min(end.count, 0xFFFF), size: 2) }
    for number in [end.directorySize, end.directoryOffset] {
      bytes.append(endsWithZip64 ? 0xFFFF_FFFF : min(number, 0xFFFF_FFFF), size: 4)
    }
    bytes.append(comment.count, size: 2)
    bytes += comment
  }
}

extension ZipWriter.Entry {
  private var allFlags: Int { flags | (hasDescriptor ? 8 : 0) }

  fileprivate func writeLocal(in bytes: inout [UInt8]) {
    bytes.append(0x0403_4B50, size: 4)
    bytes.append(usesZip64 ? 45 : 20, size: 2)
    bytes.append(allFlags, size: 2)
    bytes.append(method, size: 2)
    bytes.append(0x0021_0000, size: 4)
    bytes.append(hasDescriptor ? 0 : Int(checksum), size: 4)
    for number in [packedSize, size] {
      bytes.append(usesZip64 ? 0xFFFF_FFFF : hasDescriptor ? 0 : number, size: 4)
    }
    bytes.append(localName.count, size: 2)
    bytes.append(usesZip64 ? 20 : 0, size: 2)
    bytes += localName
    if usesZip64 {
      bytes.append(1, size: 2)
      bytes.append(16, size: 2)
      for number in [size, packedSize] { bytes.append(hasDescriptor ? 0 : number, size: 8) }
    }
    bytes += packed
    guard hasDescriptor else { return }
    if signsDescriptor { bytes.append(0x0807_4B50, size: 4) }
    bytes.append(Int(checksum), size: 4)
    for number in [packedSize, size] { bytes.append(number, size: usesZip64 ? 8 : 4) }
  }

  fileprivate func writeHeader(in bytes: inout [UInt8], at offset: Int) {
    let isLarge = usesZip64 || [size, packedSize, offset].contains { $0 > 0xFFFF_FFFE }
    bytes.append(0x0201_4B50, size: 4)
    bytes.append(system << 8 | (isLarge ? 45 : 20), size: 2)
    bytes.append(isLarge ? 45 : 20, size: 2)
    bytes.append(allFlags, size: 2)
    bytes.append(method, size: 2)
    bytes.append(0x0021_0000, size: 4)
    bytes.append(Int(checksum), size: 4)
    for number in [packedSize, size] { bytes.append(isLarge ? 0xFFFF_FFFF : number, size: 4) }
    bytes.append(name.count, size: 2)
    bytes.append(extra.count + (isLarge ? 28 : 0), size: 2)
    bytes.append(0, size: 6)
    bytes.append(mode << 16, size: 4)
    bytes.append(isLarge ? 0xFFFF_FFFF : offset, size: 4)
    bytes += name
    bytes += extra
    guard isLarge else { return }
    bytes.append(1, size: 2)
    bytes.append(24, size: 2)
    for number in [size, packedSize, offset] { bytes.append(number, size: 8) }
  }
}

extension [UInt8] {
  /// Appends a little-endian number.
  package mutating func append(_ number: Int, size: Int) {
    for index in 0..<size { append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
  }
}
