import FHIRZlib

/// Inflates a raw deflate stream in memory.
///
/// Specification: <https://www.rfc-editor.org/rfc/rfc1951>
enum RawDeflate {
  enum Fault: Error {
    /// The bytes are not such a stream, or end before it.
    case damaged
    /// Other bytes follow the stream.
    case trailing
    case tooLarge
  }

  /// Returns the inflated bytes.
  ///
  /// - Parameter limit: how many there may be.
  static func inflate(_ bytes: [UInt8], limit: Int) throws(Fault) -> [UInt8] {
    var stream = z_stream()
    guard inflateInit2_(&stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw .tooLarge
    }
    defer { inflateEnd(&stream) }
    var (result, input) = ([UInt8](), bytes)
    // Deflate makes at most 1,032 bytes of one; one byte above the limit shows that there are more.
    var room = min(limit + 1, max(256, 4 * bytes.count))
    var code = Z_OK
    var rest = bytes.count
    repeat {
      let made = result.count
      result += [UInt8](repeating: 0, count: room)
      code = input.withUnsafeMutableBufferPointer { input in
        result.withUnsafeMutableBufferPointer { output in
          (stream.next_in, stream.avail_in) = (input.baseAddress.map { $0 + input.count - rest }, uInt(rest))
          (stream.next_out, stream.avail_out) = (output.baseAddress.map { $0 + made }, uInt(room))
          return FHIRZlib.inflate(&stream, Z_NO_FLUSH)
        }
      }
      result.removeLast(Int(stream.avail_out))
      rest = Int(stream.avail_in)
      if result.count > limit { throw .tooLarge }
      room = min(limit + 1 - result.count, max(256, result.count))
    } while code == Z_OK && (rest > 0 || stream.avail_out == 0)
    guard code == Z_STREAM_END else { throw .damaged }
    if rest > 0 { throw .trailing }
    return result
  }
}
