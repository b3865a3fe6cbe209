import FHIRJSON

/// Divides bytes that arrive in pieces into parts that can be read separately: whole lines of NDJSON as they arrive,
/// and any other input as one part at its end.
///
/// For asynchronous callers, which cannot block to wait for the next bytes.
package struct InputParts: Sendable {
  package struct Part: Sendable {
    package var bytes: [UInt8]
    /// Their offset in the input, for whole lines; `nil` for a whole input, which is recognised by content.
    package var lineStart: Int?
  }

  private var held: [UInt8] = []
  /// How many of the held bytes were searched for a newline.
  private var searched = 0
  private var start = 0
  private var isLines: Bool?
  /// The end of the first line, once it is known.
  private var firstNewline: Int?
  private let limit: Int

  /// - Parameter limit: the largest number of bytes held, for one line or for an input that is not NDJSON.
  package init(limit: Int) { self.limit = limit }

  /// Takes more bytes, and returns the lines that are complete.
  package mutating func add(_ bytes: some Sequence<UInt8>) throws(InputTooLarge) -> Part? {
    held.append(contentsOf: bytes)
    if isLines == nil { isLines = recognised() }
    if isLines == true, let end = held.lastIndex(of: Bytes.newline) {
      let part = Part(bytes: Array(held[...end]), lineStart: start)
      start += part.bytes.count
      held.removeSubrange(...end)
      searched = 0
      return part
    }
    searched = held.count
    guard held.count <= limit else { throw InputTooLarge(limit: limit) }
    return nil
  }

  /// What is left at the end of the input, `nil` if there is nothing; an empty input is a part.
  package mutating func end() -> Part? {
    if held.isEmpty, start > 0 { return nil }
    let part = Part(bytes: held, lineStart: isLines == true ? start : nil)
    held = []
    start += max(part.bytes.count, 1)
    return part
  }

  /// Whether the input is NDJSON; `nil` until enough bytes have arrived.
  private mutating func recognised() -> Bool? {
    // A byte order mark is not a part of the first line.
    guard let first = held.firstIndex(where: { !Bytes.isWhitespace($0) && $0 < 0x80 }) else { return nil }
    firstNewline = firstNewline ?? held[max(first, searched)...].firstIndex(of: Bytes.newline)
    // The end of the first line is evidence only after a second line has begun.
    guard let firstNewline, held[firstNewline...].contains(where: { !Bytes.isWhitespace($0) }) else { return nil }
    return held.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return nil }
      if case .lines = RecordFraming.recognise(start + first, start + bytes.count, isWhole: false) { return true }
      return false
    }
  }
}

/// The error for an asynchronous input that must be held in memory, but is larger than allowed.
public struct InputTooLarge: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of bytes that may be held.
  public let limit: Int

  /// Makes an error.
  public init(limit: Int) { self.limit = limit }

  /// A sentence that describes the error.
  public var description: String {
    "an input that comes in pieces and is no NDJSON, or a line of one, is larger than the \(limit) bytes that are held"
  }
}

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
