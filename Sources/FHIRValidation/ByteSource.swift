/// Where the validator gets bytes from: a file, memory, a pipe that was spooled.
///
/// The validator opens nothing itself. A source can be read twice, because a Bundle whose `resourceType` comes
/// after its entries is sometimes understood only at its end.
public protocol ByteSource {
  /// Fills the buffer from the current place and returns how many bytes were read; 0 at the end.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
  /// Goes back to the first byte.
  mutating func rewind() throws
}
