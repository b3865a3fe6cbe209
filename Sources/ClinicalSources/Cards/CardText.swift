import FHIRFindings
import FHIRTape

/// The forms in which cards are written: a file `.smart-health-card`, the text of QR codes, and a signature alone.
package enum CardText {
  /// The largest file of cards that is read.
  package static let maximumBytes = 8 << 20
  /// How many cards or texts of QR codes are read of a file: a card has some hundred characters at least.
  static let maximumCards = 10_000

  /// Whether a text is that of cards, by its first bytes after white space.
  package static func begins(_ bytes: UnsafeRawBufferPointer) -> Bool {
    switch bytes.first {
    case UInt8(ascii: "{"): isFile(bytes.dropFirst())
    case UInt8(ascii: "s"), UInt8(ascii: "S"): isCode(bytes[...])
    case UInt8(ascii: "e"): isSigned(bytes)
    default: false
    }
  }

  /// Whether an object has the member of a file of cards at its beginning.
  private static func isFile(_ object: Slice<UnsafeRawBufferPointer>) -> Bool {
    let text = object.prefix(ContentKind.sampleSize)
    // Most files of records lack the name; to look for its one capital costs less than to follow the depth.
    guard mayHaveCards(UnsafeRawBufferPointer(rebasing: text)) else { return false }
    var (depth, isInString, isEscaped) = (0, false, false)
    for (place, byte) in zip(text.indices, text) {
      if isEscaped {
        isEscaped = false
        continue
      }
      switch byte {
      case Bytes.backslash: isEscaped = true
      case UInt8(ascii: "\""):
        if depth == 0, !isInString {
          let rest = text[(place + 1)...]
          // An object that says so first is a resource, and needs no search.
          if rest.starts(with: #"resourceType""#.utf8) { return false }
          if rest.starts(with: #"verifiableCredential""#.utf8),
            rest.dropFirst(21).first(where: { !Bytes.isWhitespace($0) }) == UInt8(ascii: ":")
          {
            return true
          }
        }
        isInString.toggle()
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += isInString ? 0 : 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= isInString ? 0 : 1
      default: break
      }
    }
    return false
  }

  private static func mayHaveCards(_ text: UnsafeRawBufferPointer) -> Bool {
    text.withMemoryRebound(to: UInt8.self) { bytes in
      guard var place = bytes.baseAddress else { return false }
      let end = place + bytes.count
      while true {
        place = Bytes.first(UInt8(ascii: "C"), from: place, to: end)
        if place == end { return false }
        if UnsafeBufferPointer(start: place, count: end - place).starts(with: #"Credential""#.utf8) { return true }
        place += 1
      }
    }
  }

  /// Whether a text is that of a QR code, perhaps in other letters or without the slash, which a finding tells.
  private static func isCode(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
    text.prefix(4).lazy.map { $0 | 0x20 }.elementsEqual("shc:".utf8) && 0x2F...0x39 ~= text.dropFirst(4).first ?? 0
  }

  /// Whether a text is a signature whose header names the compression of cards, or the algorithm of cards while the
  /// payload is no JSON. Other signatures, such as those of sessions, have JSON; an encrypted text names its encryption.
  private static func isSigned(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let header = bytes.prefix(1024).prefix { Base64URL.has($0) }
    let known = Base64URL.bytes(of: header.prefix(header.count / 4 * 4)) ?? []
    guard known.first == UInt8(ascii: "{"), known.dropFirst().first(where: { !Bytes.isWhitespace($0) }) == 0x22,
      known.firstRange(of: #""enc""#.utf8) == nil
    else { return false }
    if known.firstRange(of: #""zip""#.utf8) != nil { return true }
    let rest = bytes.dropFirst(header.count).prefix(2)
    return known.firstRange(of: #""ES256""#.utf8) != nil && rest.count == 2 && rest.first == UInt8(ascii: ".")
      && rest.last != UInt8(ascii: "e") && Base64URL.has(rest.last!)
  }

  /// A card as it is written, and what is wrong with how it is written.
  struct Item {
    /// `nil` if it cannot be read.
    var text: [UInt8]?
    var isQR = false
    var remarks: [Remark] = []

    static func fault(_ rule: Rule, _ message: String) -> Item { Item(remarks: [(rule, nil, message)]) }
  }

  /// A finding about a card whose place is not in its payload; without a severity, it is that of the rule.
  typealias Remark = (rule: Rule, severity: Severity?, message: String)

  /// The cards of a text, in its order; `files` are the names of those that it is made of, if there are several.
  static func items(of bytes: UnsafeRawBufferPointer, files: [String], _ keys: CardKeys) -> [Item] {
    if bytes.count > maximumBytes { return [.tooLarge] }
    let text = afterMark(bytes)
    if text.first == UInt8(ascii: "{") { return items(ofFile: UnsafeRawBufferPointer(rebasing: text)) }
    var words = words(of: bytes)
    let rest = words.count > maximumCards ? words.removeLast() : []
    let items: [Item] = isCode(text) ? CardPart.items(of: words, files: files, keys) : words.map { Item(text: $0) }
    return rest.allSatisfy { Bytes.isWhitespace($0) } ? items : items + [.tooMany]
  }

  private static func afterMark(_ bytes: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer> {
    bytes.drop { Bytes.isWhitespace($0) || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
  }

  /// What is between white space; behind the most that are read, the rest as one.
  static func words(of bytes: UnsafeRawBufferPointer) -> [[UInt8]] {
    afterMark(bytes).split(maxSplits: maximumCards) { Bytes.isWhitespace($0) }.map { Array($0) }
  }

  private static func items(ofFile bytes: UnsafeRawBufferPointer) -> [Item] {
    do throws(SyntaxError) {
      return try TapedJSON.read(bytes) { tape in
        // Programs differ in which of several lists they read, so the cards of all are judged.
        let members = tape.keys(of: .root).filter { tape.isKey($0, "verifiableCredential") }.map(\.value)
        let cards = members.filter { tape.tag($0) == .array }.flatMap { tape.items(of: $0) }
        guard !cards.isEmpty else { return [.malformed("a list of cards in verifiableCredential", "none")] }
        var items = cards.prefix(maximumCards).map { item -> Item in
          guard tape.isString(item) else { return .malformed("a card as a text", tape.description(of: item)) }
          return Item(text: Array(tape.string(item).utf8))
        }
        if cards.count > maximumCards { items.append(.tooMany) }
        if members.count > 1 {
          items[0].remarks += Item.malformed("verifiableCredential once", "it \(members.count) times").remarks
        }
        return items
      }
    } catch {
      if error.code == .extraValue { return [.malformed("one object in a file of cards", "more after it")] }
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
