import FHIRFindings
import FHIRTape

/// The forms in which cards are written: a file `.smart-health-card`, the text of QR codes, and a signature alone.
package enum CardText {
  /// The largest file of cards that is read.
  package static let maximumBytes = 8 << 20

  /// Whether a text is that of cards, by its first bytes after white space.
  package static func begins(_ bytes: UnsafeRawBufferPointer) -> Bool {
    switch bytes.first {
    case UInt8(ascii: "{"): return isFile(bytes.dropFirst())
    case UInt8(ascii: "s"): return bytes.starts(with: "shc:/".utf8)
    case UInt8(ascii: "e"):
      // A header begins with `{"`. Other signatures, such as those of sessions, have none of this compression.
      let header = bytes.prefix(1024).prefix { Base64URL.has($0) }
      let known = Base64URL.bytes(of: header.prefix(header.count / 4 * 4)) ?? []
      return header.starts(with: "eyJ".utf8) && known.firstRange(of: #""zip""#.utf8) != nil
    default: return false
    }
  }

  /// Whether the first key of an object is that of a file of cards.
  private static func isFile(_ object: Slice<UnsafeRawBufferPointer>) -> Bool {
    let key = object.drop { Bytes.isWhitespace($0) }
    guard key.starts(with: #""verifiableCredential""#.utf8) else { return false }
    return key.dropFirst(22).drop { Bytes.isWhitespace($0) }.first == UInt8(ascii: ":")
  }

  /// A card as it is written, or why it cannot be read.
  enum Item {
    case card([UInt8], isQR: Bool)
    case fault(Rule, String)
  }

  /// The cards of a text, in its order.
  ///
  /// - Parameter files: the names of the files that the text is made of, if there are several.
  static func items(of bytes: UnsafeRawBufferPointer, files: [String]) -> [Item] {
    if bytes.count > maximumBytes { return [.tooLarge] }
    let text = afterMark(bytes)
    if text.first == UInt8(ascii: "{") { return items(ofFile: UnsafeRawBufferPointer(rebasing: text)) }
    let words = words(of: bytes)
    return text.starts(with: "shc:/".utf8)
      ? CardPart.items(of: words, files: files) : words.map { .card(Array($0), isQR: false) }
  }

  private static func afterMark(_ bytes: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer> {
    bytes.drop { Bytes.isWhitespace($0) || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
  }

  /// What is between white space.
  static func words(of bytes: UnsafeRawBufferPointer) -> [[UInt8]] {
    afterMark(bytes).split { Bytes.isWhitespace($0) }.map { Array($0) }
  }

  private static func items(ofFile bytes: UnsafeRawBufferPointer) -> [Item] {
    do throws(SyntaxError) {
      return try TapedJSON.read(bytes) { tape in
        guard let list = tape.member("verifiableCredential", of: .root), tape.tag(list) == .array,
          tape.length(list) > 0
        else { return [.malformed("a list of cards in verifiableCredential", "none")] }
        return tape.items(of: list).map { item in
          guard tape.isString(item) else { return .malformed("a card as a text", tape.description(of: item)) }
          return .card(Array(tape.string(item).utf8), isQR: false)
        }
      }
    } catch {
      return [.fault(.malformed, error.message(maximumDepth: TapedJSON.maximumDepth, maximumRecordBytes: maximumBytes))]
    }
  }
}

extension Tape {
  /// The number at `index`; `nil` for any other value.
  func number(_ index: TapeIndex) -> Double? {
    switch tag(index) {
    case .integer, .decimal, .exponent: Double(lexemeText(index))
    default: nil
    }
  }
}
