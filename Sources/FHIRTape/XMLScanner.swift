package import FHIRFindings
import FHIRJSON
import FHIRSupport

/// Where and why bytes are not well-formed XML, or XML that is not read.
package struct XMLFault: Error {
  package var range: SourceRange
  /// What was expected and what was found, in one sentence.
  package var message: String
  /// Whether the bytes may be XML nevertheless.
  package let isUnread: Bool
  package var start: Int { range.start }

  package init(range: SourceRange, message: String, isUnread: Bool = false) {
    (self.range, self.message, self.isUnread) = (range, message, isUnread)
  }
}

/// Scans XML in UTF-8, or converted to it, from bytes, with exact offsets: tags, texts, comments.
///
/// It knows the five predefined entities and the numbers of characters. It fetches nothing, and refuses a DOCTYPE with
/// declarations, so entities cannot expand.
package struct XMLScanner {
  package struct Tag {
    package var name: String
    package var isClosing: Bool
    package var isEmpty: Bool
    package var range: SourceRange
  }

  private let bytes: [UInt8]
  package private(set) var position = 0

  /// The encoding that the declaration states, and the one from which the bytes were converted.
  package private(set) var encoding: String?
  private let origin: String

  package init(_ bytes: [UInt8], encoding: String = "UTF-8") { (self.bytes, origin) = (bytes, encoding) }

  package var isAtEnd: Bool { position >= bytes.count }

  // MARK: - Around the content

  /// Skips a byte order mark, the XML declaration, comments and the DOCTYPE.
  package mutating func skipProlog() throws(XMLFault) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    let start = position
    if looking(at: "<?xml"), !isNameByte(bytes.dropFirst(start + 5).first ?? 0, isFirst: false) {
      try skip(5, past: "?>", what: "the XML declaration")
      try checkDeclaration(in: SourceRange(start: start, end: position))
    }
    try skipMisc()
    guard looking(at: "<!DOCTYPE") else { return }
    try skipDocumentType()
    try skipMisc()
  }

  /// Skips white space, comments and processing instructions.
  package mutating func skipMisc() throws(XMLFault) {
    while !isAtEnd {
      if Bytes.isWhitespace(bytes[position]) {
        position += 1
      } else if looking(at: "<!--") {
        try skipComment()
      } else if looking(at: "<?") {
        try skipInstruction()
      } else {
        return
      }
    }
  }

  private mutating func skipDocumentType() throws(XMLFault) {
    let start = position
    position += 9
    var isRight = skipSpace() && !name(before: bytes.count).isEmpty
    if skipSpace() {
      let literals = looking(at: "PUBLIC") ? 2 : looking(at: "SYSTEM") ? 1 : 0
      if literals > 0 { position += 6 }
      for _ in 0..<literals { isRight = skipSpace() && skipLiteral() && isRight }
      _ = skipSpace()
    }
    let end = position
    switch skipQuoted(to: UInt8(ascii: "[")) {
    case UInt8(ascii: ">") where isRight && position == end: position += 1
    case UInt8(ascii: ">"): throw fault(start..<position, "expected a name and at most an address in the DOCTYPE")
    case nil: throw fault(start..<start + 9, "expected the end of the DOCTYPE, found the end of the file")
    default:
      throw fault(
        SourceRange(position..<position + 1), "expected a DOCTYPE without declarations, found some; they are not read",
        isUnread: true)
    }
  }

  /// Skips white space; returns whether there is some.
  private mutating func skipSpace() -> Bool {
    let start = position
    while !isAtEnd, Bytes.isWhitespace(bytes[position]) { position += 1 }
    return position > start
  }

  /// Skips a text in quotes; returns whether there is one.
  private mutating func skipLiteral() -> Bool {
    guard looking(at: "\"") || looking(at: "'"),
      let close = bytes[(position + 1)...].firstIndex(of: bytes[position])
    else { return false }
    position = close + 1
    return true
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

  /// Accepts only UTF-8, which includes ASCII, or the encoding before a conversion; the declaration may omit it.
  private mutating func checkDeclaration(in range: SourceRange) throws(XMLFault) {
    let members = try attributes(of: Tag(name: "?xml", isClosing: false, isEmpty: true, range: range))
    let names = members.dropFirst().map(\.name.byBytes)
    guard members.first?.name.byBytes == "version",
      [[], ["encoding"], ["standalone"], ["encoding", "standalone"]].contains(names),
      members.allSatisfy({ $0.name.byBytes != "standalone" || ["yes", "no"].contains($0.value.byBytes) })
    else { throw fault(range, "expected version, encoding and standalone in this order in the XML declaration") }
    encoding = members.first { $0.name.byBytes == "encoding" }?.value
    guard let name = encoding, case let lower = name.lowercased(), !lower.hasPrefix(origin.lowercased()),
      lower != "us-ascii"
    else { return }
    throw fault(range, "expected the encoding \(origin), found '\(name.clippedName)'", isUnread: true)
  }

  private mutating func skipComment() throws(XMLFault) {
    try skip(4, past: "--", what: "the comment")
    guard looking(at: ">") else {
      throw fault(position - 2..<position, "expected '--' only at the end of a comment, found it inside")
    }
    position += 1
  }

  private mutating func skipInstruction() throws(XMLFault) {
    let start = position
    position += 2
    let name = name(before: bytes.count)
    guard !name.isEmpty, try text(ofName: name).lowercased().byBytes != "xml", looking(at: "?>") || skipSpace() else {
      throw fault(start..<position, "expected the name of a processing instruction, which is not 'xml', after '<?'")
    }
    position = start
    try skip(2, past: "?>", what: "the processing instruction")
  }

  /// Skips an opening of some bytes, and all up to and with an end.
  private mutating func skip(_ opening: Int, past end: StaticString, what: String) throws(XMLFault) {
    let start = position
    position += opening
    while !isAtEnd {
      if looking(at: end) {
        _ = try decoded(Array(bytes[start..<position]), start..<position)
        position += end.utf8CodeUnitCount
        return
      }
      position += 1
    }
    throw fault(start..<min(start + 4, bytes.count), "expected the end of \(what), found the end of the file")
  }

  // MARK: - Tags

  /// The tag at the current place; `nil` if there is none.
  package mutating func tag() throws(XMLFault) -> Tag? {
    guard looking(at: "<") else { return nil }
    let start = position
    position += 1
    let isClosing = looking(at: "/")
    if isClosing { position += 1 }
    let place = name(before: bytes.count)
    guard !place.isEmpty else { throw fault(start..<position, "expected a name after '<', found none") }
    let name = try text(ofName: place)
    switch skipQuoted(to: UInt8(ascii: "<")) {
    case UInt8(ascii: ">"): position += 1
    case nil: throw fault(start..<start + 1, "expected '>' at the end of a tag, found the end of the file")
    default: throw fault(start..<position, "expected '>' at the end of a tag, found '<'")
    }
    let isEmpty = bytes[position - 2] == UInt8(ascii: "/")
    if isClosing, isEmpty || !bytes[place.upperBound..<position - 1].allSatisfy({ Bytes.isWhitespace($0) }) {
      throw fault(start..<position, "expected only a name in the end of an element, found more")
    }
    return Tag(name: name, isClosing: isClosing, isEmpty: isEmpty, range: SourceRange(start: start, end: position))
  }

  /// The attributes of a tag that was just read, with entities resolved.
  package mutating func attributes(of tag: Tag) throws(XMLFault) -> [(name: String, value: String)] {
    let (end, back) = (tag.range.end - (tag.isEmpty ? 2 : 1), position)
    defer { position = back }
    position = tag.range.start + 1 + (tag.isClosing ? 1 : 0) + tag.name.utf8.count
    var attributes: [(name: String, value: String)] = []
    var seen: Set<ByteText> = []
    while true {
      let isApart = skipSpace()
      if position == end { return attributes }
      let place = name(before: end)
      let name = try text(ofName: place)
      guard isApart, !name.isEmpty, !tag.isClosing else {
        let start = place.lowerBound
        throw fault(start..<start + 1, "expected white space and a name, or the end of the tag, found something else")
      }
      guard seen.insert(name.byBytes).inserted else {
        throw fault(place, "expected each attribute once, found '\(name.clippedName)' again")
      }
      _ = skipSpace()
      let hasSign = position < end && bytes[position] == UInt8(ascii: "=")
      if hasSign { position += 1 }
      _ = skipSpace()
      guard hasSign, position < end, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'"),
        let close = bytes[(position + 1)..<end].firstIndex(of: bytes[position])
      else { throw fault(place, "expected '=' and a value in quotes after the name of an attribute") }
      attributes.append((name, try value(position + 1..<close)))
      position = close + 1
    }
  }

  private mutating func value(_ range: Range<Int>) throws(XMLFault) -> String {
    if let place = bytes[range].firstIndex(where: { $0 < 0x20 && !Bytes.isWhitespace($0) || $0 == UInt8(ascii: "<") }) {
      throw fault(place..<place + 1, "expected the value of an attribute, found '<' or a control character")
    }
    guard bytes[range].contains(UInt8(ascii: "&")) else { return try decoded(Array(bytes[range]), range) }
    var text: [UInt8] = []
    position = range.lowerBound
    while position < range.upperBound {
      if bytes[position] == UInt8(ascii: "&") {
        text += UTF8.encode(try entity()).map(Array.init) ?? []
      } else {
        text.append(bytes[position])
        position += 1
      }
    }
    return try decoded(text, range)
  }

  /// Reads a name; returns its place, which is empty where none begins.
  private mutating func name(before end: Int) -> Range<Int> {
    let start = position
    while position < end, isNameByte(bytes[position], isFirst: position == start) { position += 1 }
    return start..<position
  }

  /// The text of a name, which may have characters that names do not have.
  private func text(ofName place: Range<Int>) throws(XMLFault) -> String {
    let name = try decoded(Array(bytes[place]), place)
    let isRight = name.unicodeScalars.enumerated().allSatisfy { $1.isASCII || $1.isInXMLName(isFirst: $0 == 0) }
    if !isRight { throw fault(place, "expected a name of XML, found '\(name.clippedName)'") }
    return name
  }

  private func isNameByte(_ byte: UInt8, isFirst: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: ":"), 0x80...:
      true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): !isFirst
    default: false
    }
  }

  // MARK: - Text

  /// The text up to the next tag, with entities resolved and without comments.
  package mutating func text(in element: String) throws(XMLFault) -> String {
    let start = position
    var text: [UInt8] = []
    while !isAtEnd {
      switch bytes[position] {
      case UInt8(ascii: "<"):
        if looking(at: "<!--") {
          try skipComment()
        } else if looking(at: "<![CDATA[") {
          let content = position + 9
          try skip(9, past: "]]>", what: "the CDATA section")
          text += bytes[content..<position - 3]
        } else {
          return try decoded(text, start..<position)
        }
      case UInt8(ascii: "&"): text += UTF8.encode(try entity()).map(Array.init) ?? []
      case let byte where byte < 0x20 && !Bytes.isWhitespace(byte):
        throw fault(position..<position + 1, "expected text, found a control character")
      case UInt8(ascii: "]") where looking(at: "]]>"):
        throw fault(position..<position + 3, "expected ']]>' only at the end of a CDATA section, found it in text")
      case let byte:
        text.append(byte)
        position += 1
      }
    }
    throw fault("expected '</\(element)>', found the end of the file")
  }

  /// The text that was read from a range, as a string.
  private func decoded(_ text: [UInt8], _ range: Range<Int>) throws(XMLFault) -> String {
    guard let string = String(validating: text, as: UTF8.self) else {
      throw fault(range, "expected \(origin), found bytes that are not")
    }
    if text.contains(where: { $0 < 0x20 && !Bytes.isWhitespace($0) }) {
      throw fault(range, "expected characters of XML, found a control character")
    }
    // U+FFFE and U+FFFF begin so.
    guard text.contains(0xEF), string.unicodeScalars.contains(where: { $0.value & ~1 == 0xFFFE }) else { return string }
    throw fault(range, "expected characters of XML, found U+FFFE or U+FFFF, which are none")
  }

  private mutating func entity() throws(XMLFault) -> Unicode.Scalar {
    let start = position
    // The number of a character may begin with any number of zeros.
    var first = start + 1
    for skipped in ["#", "x"] as [StaticString] where bytes[first...].first == skipped.utf8Start.pointee { first += 1 }
    if first > start + 1 { first += bytes[first...].prefix { $0 == UInt8(ascii: "0") }.count }
    let limit = min(bytes.count, first + 11)
    guard let end = bytes[start..<limit].firstIndex(of: UInt8(ascii: ";")) else {
      throw fault(start..<start + 1, "expected an entity after '&', found none; '&amp;' is '&'")
    }
    position = end + 1
    let name = String(decoding: bytes[start + 1..<end], as: UTF8.self)
    if let scalar = XMLReference.scalar(name) { return scalar }
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
  package func fault(_ message: String) -> XMLFault { fault(position..<min(position + 1, bytes.count), message) }

  package func fault(_ range: Range<Int>, _ message: String) -> XMLFault { fault(SourceRange(range), message) }

  /// A fault at a place, or what is beyond this reader.
  package func fault(_ range: SourceRange, _ message: String, isUnread: Bool = false) -> XMLFault {
    XMLFault(range: range, message: message, isUnread: isUnread)
  }
}

extension Unicode.Scalar {
  /// Whether a name has this character, which is not one of ASCII: productions 4 and 4a of XML 1.0.
  fileprivate func isInXMLName(isFirst: Bool) -> Bool {
    switch value {
    case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D, 0x37F...0x1FFF, 0x200C...0x200D, 0x2070...0x218F,
      0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x10000...0xEFFFF:
      true
    case 0xB7, 0x300...0x36F, 0x203F...0x2040: !isFirst
    default: false
    }
  }
}

extension String {
  /// The beginning of a name that may be long.
  package var clippedName: String { shortened(to: 60) }
}

/// The references that XML defines without a declaration.
package enum XMLReference {
  private static let named: [ByteText: Unicode.Scalar] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]

  /// The character that `&name;` stands for; `nil` for an entity that needs a declaration, and for a number that is not
  /// a character of XML 1.0.
  package static func scalar(_ name: String) -> Unicode.Scalar? {
    if let scalar = named[name.byBytes] { return scalar }
    guard name.utf8.first == UInt8(ascii: "#") else { return nil }
    let digits = name.utf8.dropFirst()
    let isHexadecimal = digits.first == UInt8(ascii: "x")
    let number = isHexadecimal ? digits.dropFirst() : digits
    // Swift's parsing of numbers would accept a sign.
    guard let first = number.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-"),
      let code = UInt32(String(decoding: number, as: UTF8.self), radix: isHexadecimal ? 16 : 10),
      let scalar = Unicode.Scalar(code)
    else { return nil }
    let isCharacter = code >= 0x20 || code == 0x09 || code == 0x0A || code == 0x0D
    return isCharacter && code & 0xFFFE != 0xFFFE ? scalar : nil
  }
}
