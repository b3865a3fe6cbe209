/// The start of a text for messages.
///
/// Prose and data say enough by their beginning. A URI does not: many begin alike and differ at the end, and nobody can
/// look up a part of one. So a URI stays whole up to a length that hardly any has.
package enum Excerpt {
  /// The longest URI that is shown whole, in bytes.
  package static let longestURI = 240

  /// The text itself, or its beginning and three points.
  ///
  /// - Parameter limit: how many bytes of a long text are shown.
  package static func text(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> String {
    let count = count(of: bytes, limit: limit)
    let text = String(decoding: bytes.prefix(count), as: UTF8.self)
    return count < bytes.count ? text + "..." : text
  }

  /// How many bytes of a text are shown: never a part of a character.
  private static func count(of bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> Int {
    guard bytes.count > limit else { return bytes.count }
    if isURI(bytes, limit: limit) { return bytes.count }
    var end = limit
    while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return end
  }

  /// Whether a text, perhaps in quotes, is one word with the colon of a scheme in its beginning.
  private static func isURI(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> Bool {
    guard bytes.count <= longestURI, bytes[0] != Bytes.openBrace, bytes[0] != Bytes.openBracket,
      bytes[..<limit].contains(Bytes.colon)
    else { return false }
    return bytes.allSatisfy { $0 > 0x20 }
  }
}
