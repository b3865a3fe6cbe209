import FHIRJSON

/// The start of a text, for messages.
///
/// The beginning of prose or data is enough. A URI needs its end, because many begin alike, and a part of one cannot be
/// looked up. So a URI is shown whole, up to a length that few exceed.
package enum Excerpt {
  /// The longest URI that is shown whole, in bytes.
  package static let longestURI = 240

  /// The text itself, or as many bytes of it as the limit allows and an ellipsis.
  package static func text(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> String {
    if bytes.count <= limit || isURI(bytes, limit: limit) { return String(decoding: bytes, as: UTF8.self) }
    var end = limit
    // Does not cut a character.
    while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return String(decoding: bytes[..<end], as: UTF8.self) + "..."
  }

  /// The beginning of an object or array on one line, without the white space between its parts.
  package static func json(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> String {
    var compact: [UInt8] = []
    var (isInString, isEscaped) = (false, false)
    for byte in bytes {
      if !isInString, byte <= 0x20 { continue }
      if byte == Bytes.quote, !isEscaped { isInString.toggle() }
      isEscaped = isInString && byte == Bytes.backslash && !isEscaped
      compact.append(byte)
      // One byte more shows that there is more.
      if compact.count > limit + 4 { break }
    }
    return compact.withUnsafeBufferPointer { text($0, limit: limit) }
  }

  /// Whether a text, possibly in quotes, is one word that begins with a scheme and a colon.
  private static func isURI(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> Bool {
    guard bytes.count <= longestURI, bytes[0] != Bytes.openBrace, bytes[0] != Bytes.openBracket,
      bytes[..<limit].contains(Bytes.colon)
    else { return false }
    return bytes.allSatisfy { $0 > 0x20 }
  }
}
