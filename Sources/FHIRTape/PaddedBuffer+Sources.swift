package import FHIRJSON

extension PaddedBuffer {
  /// Drops the bytes before `start` and reads more after the rest; grows if the rest fills half of the capacity.
  /// - Parameter most: the size up to which the buffer grows, unless the rest is larger.
  /// - Returns: whether the source has ended.
  package mutating func slide(
    from start: Int, reading source: inout any ByteSource, growingTo most: Int = .max
  ) throws -> Bool {
    drop(before: start, growingTo: most)
    return try fill { try source.read(into: $0) }
  }
}
