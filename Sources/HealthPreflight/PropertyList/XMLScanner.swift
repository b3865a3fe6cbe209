import FHIRDiagnostics
import FHIRSupport

/// Scans the XML of property lists from bytes, with exact offsets: tags, texts, comments.
struct XMLScanner {
  /// An opening, closing or empty tag.
  struct Tag {
    var name: String
    var isClosing: Bool
    var isEmpty: Bool
    var range: SourceRange
  }

  private let bytes: [UInt8]
  /// The offset of the next byte.
  private(set) var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position >= bytes.count }

  // MARK: - Around the content

  /// Skips a byte order mark, the XML declaration, comments and the DOCTYPE.
  mutating func skipProlog() throws(PropertyListFault) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    let start = position
    if looking(at: "<?xml") {
      try skip(past: "?>", what: "the XML declaration")
      try checkEncoding(in: start..<position)
    }
    try skipMisc()
    guard looking(at: "<!DOCTYPE") else { return }
    try skipDocumentType()
    try skipMisc()
  }

  /// Skips white space, comments and processing instructions.
  mutating func skipMisc() throws(PropertyListFault) {
    while !isAtEnd {
      if bytes[position].isPropertyListSpace {
        position += 1
      } else if looking(at: "<!--") {
        try skip(past: "-->", what: "the comment")
      } else if looking(at: "<?") {
        try skip(past: "?>", what: "the processing instruction")
      } else {
        return
      }
    }
  }

  private mutating func skipDocumentType() throws(PropertyListFault) {
    let start = position
    switch skipQuoted(to: UInt8(ascii: "[")) {
    case UInt8(ascii: ">"): position += 1
    case nil: throw fault(start..<start + 9, "expected the end of the DOCTYPE, found the end of the file")
    default:
      throw fault(
        position..<position + 1, "expected a DOCTYPE without declarations, found some; they are not read")
    }
  }

  /// Goes to the next `>`, or to another byte, outside of quotes; returns it, or `nil` at the end of the file.
  private mutating func skipQuoted(to other: UInt8) -> UInt8? {
    var quote: UInt8?
    while !isAtEnd {
      let byte = bytes[position]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") || byte == other {
        return byte
      }
      position += 1
    }
    return nil
  }

  /// Accepts only UTF-8, which includes ASCII; the declaration may omit the encoding.
  private func checkEncoding(in range: Range<Int>) throws(PropertyListFault) {
    let text = bytes[range]
    let word = Array("encoding".utf8)
    guard let start = text.indices.first(where: { text[$0...].starts(with: word) }) else { return }
    let quoted = text[(start + word.count)...].split(maxSplits: 2, omittingEmptySubsequences: false) {
      $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'")
    }
    guard quoted.count > 2 else { return }
    let name = String(decoding: quoted[1], as: UTF8.self).lowercased()
    guard ["utf-8", "us-ascii"].contains(name.byBytes) else {
      throw fault(
        range.lowerBound..<range.upperBound,
        "expected the encoding UTF-8, found '\(name.clippedName)'")
    }
  }

  private mutating func skip(past end: StaticString, what: String) throws(PropertyListFault) {
    let start = position
    while !isAtEnd {
      if looking(at: end) {
        position += end.utf8CodeUnitCount
        return
      }
      position += 1
    }
    throw fault(
      start..<min(start + 4, bytes.count),
      "expected the end of \(what), found the end of the file")
  }

  // MARK: - Tags

  /// The tag at the current place; `nil` if there is none.
  mutating func tag() throws(PropertyListFault) -> Tag? {
    guard looking(at: "<") else { return nil }
    let start = position
    position += 1
    let isClosing = looking(at: "/")
    if isClosing { position += 1 }
    let nameStart = position
    while !isAtEnd, isNameByte(bytes[position]) { position += 1 }
    guard position > nameStart else {
      throw fault(start..<position, "expected a name after '<', found none")
    }
    let name = String(decoding: bytes[nameStart..<position], as: UTF8.self)
    let isEmpty = try skipAttributes(from: start)
    return Tag(name: name, isClosing: isClosing, isEmpty: isEmpty, range: SourceRange(start..<position))
  }

  /// Skips to the end of the tag; returns whether it is an empty one.
  private mutating func skipAttributes(from start: Int) throws(PropertyListFault) -> Bool {
    switch skipQuoted(to: UInt8(ascii: "<")) {
    case UInt8(ascii: ">"):
      position += 1
      return bytes[position - 2] == UInt8(ascii: "/")
    case nil: throw fault(start..<start + 1, "expected '>' at the end of a tag, found the end of the file")
    default: throw fault(start..<position, "expected '>' at the end of a tag, found '<'")
    }
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"),
      UInt8(ascii: "."), 0x80...:
      true
    default: false
    }
  }

  // MARK: - Text

  /// The text up to the next tag, with entities resolved and without comments.
  mutating func text(in element: String) throws(PropertyListFault) -> String {
    let start = position
    var text: [UInt8] = []
    while !isAtEnd {
      switch bytes[position] {
      case UInt8(ascii: "<"):
        if looking(at: "<!--") {
          try skip(past: "-->", what: "the comment")
        } else if looking(at: "<![CDATA[") {
          let content = position + 9
          try skip(past: "]]>", what: "the CDATA section")
          text += bytes[min(content, position - 3)..<position - 3]
        } else {
          return try decoded(text, start)
        }
      case UInt8(ascii: "&"): text += UTF8.encode(try entity()).map(Array.init) ?? []
      case let byte where byte < 0x20 && !byte.isPropertyListSpace:
        throw fault(position..<position + 1, "expected text, found a control character")
      case let byte:
        text.append(byte)
        position += 1
      }
    }
    throw fault("expected '</\(element)>', found the end of the file")
  }

  private func decoded(_ text: [UInt8], _ start: Int) throws(PropertyListFault) -> String {
    if let text = String(validating: text, as: UTF8.self) { return text }
    throw fault(start..<position, "expected UTF-8, found bytes that are not")
  }

  private mutating func entity() throws(PropertyListFault) -> Unicode.Scalar {
    let start = position
    let limit = min(bytes.count, start + 12)
    guard let end = bytes[start..<limit].firstIndex(of: UInt8(ascii: ";")) else {
      throw fault(start..<start + 1, "expected an entity after '&', found none; '&amp;' is '&'")
    }
    position = end + 1
    let name = String(decoding: bytes[start + 1..<end], as: UTF8.self)
    switch name.byBytes {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    let digits = name.utf8.dropFirst()
    let isHexadecimal = digits.first == UInt8(ascii: "x")
    let number = String(decoding: isHexadecimal ? digits.dropFirst() : digits, as: UTF8.self)
    if name.utf8.first == UInt8(ascii: "#"), let code = UInt32(number, radix: isHexadecimal ? 16 : 10),
      let scalar = Unicode.Scalar(code), code >= 0x20 || UInt8(code).isPropertyListSpace
    {
      return scalar
    }
    throw fault(
      start..<position,
      "expected one of the five entities of XML or the number of a character, found '&\(name.clippedName);'")
  }

  // MARK: - Places

  private func looking(at text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count - position >= count else { return false }
    return (0..<count).allSatisfy { bytes[position + $0] == text.utf8Start[$0] }
  }

  /// A fault at the current place.
  func fault(_ message: String) -> PropertyListFault { fault(position..<min(position + 1, bytes.count), message) }

  /// A fault at a place.
  func fault(_ range: Range<Int>, _ message: String) -> PropertyListFault { PropertyListFault(range, message) }

  /// A fault at a place.
  func fault(_ range: SourceRange, _ message: String) -> PropertyListFault {
    PropertyListFault(.malformed, range: range, message: message)
  }
}

extension String {
  /// The beginning of a name that may be long.
  var clippedName: String {
    utf8.count > 60 && unicodeScalars.count > 60
      ? String(String.UnicodeScalarView(unicodeScalars.prefix(57))) + "..." : self
  }
}
