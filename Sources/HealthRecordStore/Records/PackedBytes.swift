/// The bytes of many records in few large allocations, so that a record needs no allocation of its own.
///
/// Bytes are never removed: the owner of the places decides when enough are unused to pack the rest again.
struct PackedBytes: Sendable {
  /// The place of a run of bytes.
  struct Place: Hashable, Sendable {
    let chunk: UInt32
    let offset: UInt32
  }

  private var chunks: [[UInt8]] = []
  /// The bytes that were appended.
  private(set) var count = 0

  private static let chunkSize = 1 << 20

  /// Appends the parts one after another.
  mutating func append(_ parts: UnsafeRawBufferPointer...) -> Place {
    let size = parts.reduce(0) { $0 + $1.count }
    if chunks.last.map({ $0.capacity - $0.count < size }) ?? true {
      var chunk: [UInt8] = []
      chunk.reserveCapacity(max(size, PackedBytes.chunkSize))
      chunks.append(chunk)
    }
    let last = chunks.count - 1
    let place = Place(chunk: UInt32(last), offset: UInt32(chunks[last].count))
    for part in parts { chunks[last].append(contentsOf: part) }
    count += size
    return place
  }

  /// Calls `body` with `count` bytes at `distance` from the place.
  func withBytes<Result>(_ place: Place, _ distance: Int, _ count: Int, _ body: (UnsafeRawBufferPointer) -> Result)
    -> Result
  {
    chunks[Int(place.chunk)].withUnsafeBytes { bytes in
      let start = Int(place.offset) + distance
      return body(UnsafeRawBufferPointer(rebasing: bytes[start..<start + count]))
    }
  }
}
