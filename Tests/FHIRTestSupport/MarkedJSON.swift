public import FHIRFindings

/// A JSON document with marks at its faults.
///
///     { "resourceType": "Patient", «"nickname"»: "Pat" }
///
/// `«` and `»` enclose a range and are not part of the document; `«»` marks a place between two bytes. Ranges are
/// numbered by their opening marks, may nest, and are UTF-8 offsets in the document without marks.
///
/// Bytes that text cannot contain are written in hexadecimal: `⟨E9⟩`, `⟨EF BB BF⟩`, and with a count `⟨61 × 100⟩`. The
/// examples of rules use the same notation.
public struct MarkedJSON: Sendable {
  /// The document without marks.
  public private(set) var bytes: [UInt8] = []
  /// The marked ranges, in the order of their opening marks.
  public private(set) var ranges: [SourceRange] = []

  /// Reads a document with marks.
  public init(_ text: String) throws(Mistake) {
    var open: [Int] = []
    var scalars = text.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      switch scalar {
      case "«":
        open.append(ranges.count)
        ranges.append(SourceRange(start: bytes.count, end: bytes.count))
      case "»":
        guard let mark = open.popLast() else { throw .closedTwice(offset: bytes.count) }
        ranges[mark].end = bytes.count
      case "⟨":
        var notation = ""
        while let next = scalars.next(), next != "⟩" { notation.unicodeScalars.append(next) }
        bytes += try Self.bytes(of: notation)
      default:
        bytes += UTF8.encode(scalar).map(Array.init) ?? []
      }
    }
    if let mark = open.first { throw .notClosed(offset: ranges[mark].start) }
  }

  /// Errors in the marks themselves.
  public enum Mistake: Error, Equatable {
    /// A `»` without its `«`.
    case closedTwice(offset: Int)
    /// A `«` without its `»`.
    case notClosed(offset: Int)
    /// The text between `⟨` and `⟩` is not bytes.
    case notBytes(String)
  }

  /// `61 62` is two bytes, `61 × 3` three of the same.
  private static func bytes(of notation: String) throws(Mistake) -> [UInt8] {
    let parts = notation.split(separator: " ")
    if parts.count == 3, parts[1] == "×" {
      guard let byte = UInt8(parts[0], radix: 16), let count = Int(parts[2]), count >= 0 else {
        throw .notBytes(notation)
      }
      return Array(repeating: byte, count: count)
    }
    let bytes = parts.compactMap { UInt8($0, radix: 16) }
    guard !bytes.isEmpty, bytes.count == parts.count else { throw .notBytes(notation) }
    return bytes
  }
}
