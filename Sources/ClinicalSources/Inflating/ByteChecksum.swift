import FHIRZlib

/// The number of bytes and their CRC-32, as recorded in gzip and zip files.
struct ByteChecksum {
  private(set) var count = 0
  private var sum: uLong = 0

  /// The CRC-32 of the bytes so far.
  var value: UInt32 { UInt32(truncatingIfNeeded: sum) }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes
    while let start = rest.baseAddress, !rest.isEmpty {
      let size = min(rest.count, Int(uInt.max))
      sum = crc32(sum, start.assumingMemoryBound(to: UInt8.self), uInt(size))
      rest = UnsafeRawBufferPointer(rebasing: rest[size...])
    }
    count += bytes.count
  }
}
