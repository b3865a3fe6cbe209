import FHIRZlib

/// Compresses bytes for tests.
package enum Deflate {
  /// A deflate stream without header and trailer, as in a zip archive.
  package static func raw(_ bytes: [UInt8], level: Int32 = 6) -> [UInt8] {
    pack(bytes, level: level, windowBits: -15)
  }

  /// A gzip member.
  package static func gzip(_ bytes: [UInt8], level: Int32 = 6) -> [UInt8] {
    pack(bytes, level: level, windowBits: 31)
  }

  /// The CRC-32 of the bytes.
  package static func checksum(_ bytes: [UInt8]) -> UInt32 {
    UInt32(truncatingIfNeeded: crc32_z(0, bytes, z_size_t(bytes.count)))
  }

  private static func pack(_ bytes: [UInt8], level: Int32, windowBits: Int32) -> [UInt8] {
    var stream = z_stream()
    deflateInit2_(
      &stream, level, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    defer { deflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, uLong(bytes.count))) + 32)
    let count = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = uInt(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = uInt(output.count)
        precondition(deflate(&stream, Z_FINISH) == Z_STREAM_END)
        return output.count - Int(stream.avail_out)
      }
    }
    return Array(output[..<count])
  }
}
