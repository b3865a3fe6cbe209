/// The form of a media type of BCP 13, such as `text/plain; charset=utf-8`; whether it is registered is not checked.
///
/// Checks only the start of the parameters: a text with a type and parameters is meant as a media type.
package enum MediaTypeGrammar {
  package static func accepts(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let end = text.firstIndex(of: UInt8(ascii: ";")) ?? text.count
    var name = text[..<end]
    while name.last == UInt8(ascii: " ") { name.removeLast() }
    let parts = name.split(separator: UInt8(ascii: "/"), maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy(isName)
  }

  /// A name begins with a letter or a digit and has at most 127 characters.
  private static func isName(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard let first = name.first, name.count <= 127, ASCII.isLetter(first) || ASCII.isDigit(first) else { return false }
    return name.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || signs.contains($0) }
  }

  private static let signs = Array("!#$&-^_.+".utf8)
}
