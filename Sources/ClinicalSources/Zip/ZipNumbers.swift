extension UnsafeRawBufferPointer {
  /// The little-endian number in `size` bytes at an offset.
  ///
  /// Bytes beyond the end count as zero, and a number above `Int.max` becomes `Int.max`: comparisons of sizes then find
  /// it too large.
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
  /// The locator of the zip64 end.
  static let zip64Locator = 0x0706_4B50
}
