import FHIRZlib

/// A text, deflated.
struct PackedText {
  let bytes: [UInt8]
  /// The CRC-32 of the text, and its size in bytes.
  let checksum: UInt32
  let size: Int

  /// - Parameter isGzip: whether it has the header and the trailer of a gzip file.
  init(_ text: String, isGzip: Bool) {
    var input = Array(text.utf8)
    size = input.count
    checksum = UInt32(truncatingIfNeeded: crc32_z(0, input, z_size_t(input.count)))
    var output = [UInt8](repeating: 0, count: input.count + 1024)
    var stream = z_stream()
    deflateInit2_(
      &stream, 9, Z_DEFLATED, isGzip ? 31 : -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)
    )
    let count = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        (stream.next_in, stream.avail_in) = (input.baseAddress, uInt(input.count))
        (stream.next_out, stream.avail_out) = (output.baseAddress, uInt(output.count))
        _ = deflate(&stream, Z_FINISH)
        return output.count - Int(stream.avail_out)
      }
    }
    deflateEnd(&stream)
    bytes = Array(output[..<count])
  }
}
