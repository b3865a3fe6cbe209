import FHIRFindings
import FHIRSupport
import FHIRTape

/// Reads the tag of a stub: attributes in any order, in single or double quotes.
extension ExportScanner {
  private struct Tag {
    var values: [StubAttribute: Range<Int>] = [:]
    var repeated: [(attribute: StubAttribute, name: Range<Int>)] = []
    /// The end of the tag, or the place where it became malformed.
    var end = 0
    var fault: String?
  }

  /// Reads past the tag at the current place, which begins like that of a stub; `nil` if it is another element's. For a
  /// tag that does not end, the place afterwards is the byte before which the tag should end.
  mutating func readStub() throws -> ExportStub? {
    let name = "<ClinicalRecord".utf8.count
    let delimiter = window.bytes[position + name]
    guard Bytes.isWhitespace(delimiter) || delimiter == UInt8(ascii: "/") || delimiter == UInt8(ascii: ">") else {
      position += 1
      return nil
    }
    while true {
      let end = min(window.count, position + limits.maximumStubBytes)
      if let tag = readTag(from: position + name, to: end) { return stub(tag) }
      guard end == window.count else {
        report(
          .exportTooLarge, at: position..<position + name,
          "expected a tag of at most \(limits.maximumStubBytes) bytes, found a longer one; it was not read")
        position += name
        return nil
      }
      guard !sourceHasEnded else {
        report(
          .truncatedExport, at: position..<position + name,
          "expected '>' at the end of the tag that begins here, found the end of the file; the entry was not read")
        position = window.count
        return nil
      }
      try fill(from: position)
    }
  }

  private func readTag(from start: Int, to end: Int) -> Tag? {
    var tag = Tag()
    var index = start
    func byte(_ index: Int) -> UInt8 { index < end ? window.bytes[index] : 0 }
    /// The tag up to a place where it is malformed; `nil` if the place is after what can be read.
    func broken(at place: Int, _ expected: String) -> Tag? {
      guard place < end else { return nil }
      tag.end = place
      let byte = window.bytes[place]
      let found = byte > 0x20 && byte < 0x7F ? "'\(Character(UnicodeScalar(byte)))'" : "another byte"
      tag.fault = "expected \(expected), found \(found); the rest of the entry was not read"
      return tag
    }
    while true {
      index = skipSpace(from: index, to: end)
      if byte(index) == UInt8(ascii: "/") {
        index += 1
        guard byte(index) == UInt8(ascii: ">") else { return broken(at: index, "'>' after '/'") }
      }
      if byte(index) == UInt8(ascii: ">") {
        tag.end = index + 1
        return tag
      }
      let name = index
      while index < end, Self.isNameByte(window.bytes[index]) { index += 1 }
      let nameEnd = index
      index = skipSpace(from: index, to: end)
      guard nameEnd > name else { return broken(at: index, "the name of an attribute") }
      guard byte(index) == UInt8(ascii: "=") else { return broken(at: index, "'=' after an attribute") }
      index = skipSpace(from: index + 1, to: end)
      guard Self.isQuote(byte(index)) else { return broken(at: index, "a value in quotes") }
      let value = index + 1
      // A value without a closing quote may contain the following elements.
      let close = place(of: window.bytes[index], in: value..<end)
      if let open = place(of: UInt8(ascii: "<"), in: value..<(close ?? end)) {
        return broken(at: open, "the end of a value in quotes")
      }
      guard let close else { return nil }
      if let attribute = StubAttribute(named: text(name..<nameEnd)) {
        if tag.values[attribute] == nil {
          tag.values[attribute] = value..<close
        } else {
          tag.repeated.append((attribute, name..<nameEnd))
        }
      }
      index = close + 1
    }
  }

  private mutating func stub(_ tag: Tag) -> ExportStub? {
    let start = position
    position = tag.end
    var stub = ExportStub()
    stub.range = sourceRange(start..<tag.end)
    stub.position = sourcePosition(of: start)
    if let fault = tag.fault { report(.malformedStub, at: tag.end..<min(tag.end + 1, window.count), fault) }
    for (attribute, name) in tag.repeated {
      report(
        .malformedStub, at: name, path: attribute.rawValue,
        "expected each attribute once, found '\(attribute.rawValue)' again; the first is used")
    }
    for attribute in StubAttribute.allCases {
      let range = tag.values[attribute]
      if let range { stub[keyPath: attribute.keyPath] = value(of: attribute, range) }
      checkAttribute(attribute, range, isBroken: tag.fault != nil, start)
    }
    previous = stub
    return stub
  }

  /// The text of a value; shares the previous stub's text if the bytes are equal.
  private mutating func value(of attribute: StubAttribute, _ range: Range<Int>) -> String {
    let bytes = UnsafeBufferPointer(start: UnsafePointer(window.bytes) + range.lowerBound, count: range.count)
    if bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x80 && $0 != UInt8(ascii: "&") }) {
      let before = previous[keyPath: attribute.keyPath]
      return before.utf8.elementsEqual(bytes) ? before : String(decoding: bytes, as: UTF8.self)
    }
    return decoded(attribute, range)
  }

  private mutating func decoded(_ attribute: StubAttribute, _ range: Range<Int>) -> String {
    var text: [UInt8] = []
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = window.bytes[index]
      if byte == UInt8(ascii: "&") {
        appendReference(attribute, &index, range.upperBound, to: &text)
        continue
      }
      if byte < 0x20, !Bytes.isWhitespace(byte) {
        let digits = String(0x100 | Int(byte), radix: 16, uppercase: true).dropFirst()
        report(
          .malformedStub, at: index..<index + 1, path: attribute.rawValue,
          "expected no control character in XML, found one (0x\(digits))")
      }
      text.append(Bytes.isWhitespace(byte) ? 0x20 : byte)
      index += 1
    }
    if let valid = String(validating: text, as: UTF8.self) { return valid }
    report(
      .malformedStub, at: range, path: attribute.rawValue,
      "expected UTF-8, found bytes that are not; they were replaced")
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the character that a reference stands for; an undefined reference is kept as written.
  private mutating func appendReference(
    _ attribute: StubAttribute, _ index: inout Int, _ end: Int, to text: inout [UInt8]
  ) {
    let start = index
    index += 1
    if let close = place(of: UInt8(ascii: ";"), in: index..<min(end, index + 64)) {
      if let scalar = XMLReference.scalar(self.text(index..<close)) {
        text += UTF8.encode(scalar).map(Array.init) ?? []
        index = close + 1
        return
      }
      report(
        .undeclaredEntity, at: start..<close + 1, path: attribute.rawValue,
        "expected one of the five entities of XML or the number of a character, found "
          + "'\(self.text(start..<close + 1))'; it was not expanded")
    } else {
      report(
        .undeclaredEntity, at: start..<index, path: attribute.rawValue,
        "expected an entity after '&', found none; '&amp;' is '&'")
    }
    text.append(UInt8(ascii: "&"))
  }

  private func skipSpace(from start: Int, to end: Int) -> Int {
    var index = start
    while index < end, Bytes.isWhitespace(window.bytes[index]) { index += 1 }
    return index
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    // `<`, `=` and `>` follow each other.
    byte > 0x20 && !isQuote(byte) && byte != UInt8(ascii: "/") && !(UInt8(ascii: "<")...UInt8(ascii: ">") ~= byte)
  }
}
