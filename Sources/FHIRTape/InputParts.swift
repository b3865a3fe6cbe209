/// Divides bytes that come in pieces into parts that can be read by themselves: whole lines of NDJSON as they come, and
/// any other input as one part at its end.
///
/// For those who cannot ask for the next bytes and wait: what comes asynchronously.
package struct InputParts: Sendable {
  /// Bytes that can be read by themselves.
  package struct Part: Sendable {
    package var bytes: [UInt8]
    /// Where they begin in the input, for whole lines; `nil` for a whole input, of which the content tells what it is.
    package var lineStart: Int?
  }

  private var held: [UInt8] = []
  /// How many of the held bytes are known to have no newline.
  private var searched = 0
  private var start = 0
  private var isLines: Bool?
  /// Where the first line ends, once that is known.
  private var firstNewline: Int?
  private let limit: Int

  /// - Parameter limit: how many bytes of a line, or of an input that is no NDJSON, are held.
  package init(limit: Int) { self.limit = limit }

  /// Takes the bytes that have come, and gives the lines that have ended with them.
  ///
  /// - Throws: ``InputTooLarge`` where more would have to be held than allowed.
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

  /// What is left at the end of the input, `nil` when nothing is; an empty input is a part of its own.
  package mutating func end() -> Part? {
    if held.isEmpty, start > 0 { return nil }
    let part = Part(bytes: held, lineStart: isLines == true ? start : nil)
    held = []
    start += max(part.bytes.count, 1)
    return part
  }

  /// Whether the input is NDJSON; `nil` before enough of it has come.
  private mutating func recognised() -> Bool? {
    // A byte order mark is no part of the first line.
    guard let first = held.firstIndex(where: { !Bytes.isWhitespace($0) && $0 < 0x80 }) else { return nil }
    firstNewline = firstNewline ?? held[max(first, searched)...].firstIndex(of: Bytes.newline)
    // A second line has to have begun, so that the end of the first tells something.
    guard let firstNewline, held[firstNewline...].contains(where: { !Bytes.isWhitespace($0) }) else { return nil }
    return held.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return nil }
      if case .lines = RecordFraming.recognise(start + first, start + bytes.count, isWhole: false) { return true }
      return false
    }
  }
}

/// An input that is read as it comes has to be held in memory, and is larger than allowed.
public struct InputTooLarge: Error, Hashable, Sendable, CustomStringConvertible {
  /// How many bytes could have been held.
  public let limit: Int

  /// Makes an error.
  public init(limit: Int) { self.limit = limit }

  /// What happened, in one sentence.
  public var description: String {
    "an input that comes in pieces and is no NDJSON, or a line of one, is larger than the \(limit) bytes that are held"
  }
}
