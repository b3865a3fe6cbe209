import FHIRJSON

/// Groups bytes that arrive one by one, such as those of `URLSession`, into pieces that end with a line or after 16 KB.
public struct BytePieces<Base: AsyncSequence>: AsyncSequence where Base.Element == UInt8 {
  private let bytes: Base

  /// Makes pieces of bytes.
  public init(_ bytes: Base) { self.bytes = bytes }

  /// Makes an iterator over the pieces.
  public func makeAsyncIterator() -> Iterator { Iterator(bytes: bytes.makeAsyncIterator()) }

  /// Iterates over the pieces.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var bytes: Base.AsyncIterator

    /// Returns the next piece, or `nil` at the end.
    public mutating func next() async throws -> [UInt8]? {
      var piece: [UInt8] = []
      while piece.count < 16 << 10, let byte = try await bytes.next() {
        piece.append(byte)
        if byte == Bytes.newline { break }
      }
      return piece.isEmpty ? nil : piece
    }
  }
}
