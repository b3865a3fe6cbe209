package import FHIRSupport

/// Writes compact JSON with keys in the given order.
///
/// It supports what reports need: objects, arrays, strings, integers. Text in any language stays readable. It escapes
/// only what JSON requires, and ``HiddenCharacters``: some readers of JSON Lines split at U+0085 and U+2028, and others
/// of these characters control terminals.
package struct JSONWriter: Sendable {
  /// The text so far.
  package internal(set) var bytes: [UInt8]
  private var needsComma = false

  /// Appends to `bytes`.
  package init(after bytes: [UInt8] = []) {
    self.bytes = bytes
  }

  /// Writes an object; `members` writes its keys and values.
  package mutating func object(_ members: (inout JSONWriter) -> Void) {
    nested("{", "}", members)
  }

  /// Writes an array; `elements` writes its values.
  package mutating func array(_ elements: (inout JSONWriter) -> Void) {
    nested("[", "]", elements)
  }

  /// Writes a key; the next value belongs to it.
  package mutating func key(_ name: StaticString) {
    comma()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: name.utf8)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a key from text of any origin.
  package mutating func key(text: String) {
    string(text)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes an integer.
  package mutating func integer(_ value: Int) {
    comma()
    bytes.append(decimal: value)
  }

  /// Writes a string.
  package mutating func string(_ value: String) {
    comma()
    bytes.append(UInt8(ascii: "\""))
    escaped(value)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a value that already is JSON, on one line.
  package mutating func raw(_ json: String) {
    comma()
    var json = json
    // Such characters occur only in strings, where an escape has the same meaning.
    json.withUTF8 { appendShown($0) { $0 == 0x7F ? Self.appendEscape(0x7F, to: &$1) : $1.append($0) } }
  }

  /// Writes a key and a string.
  package mutating func member(_ name: StaticString, _ value: String) {
    key(name)
    string(value)
  }

  /// Writes a key and an integer.
  package mutating func member(_ name: StaticString, _ value: Int) {
    key(name)
    integer(value)
  }

  /// Writes a key and an object of objects of counts, sorted by name.
  package mutating func member(_ name: StaticString, _ counts: [ByteText: [ByteText: Int]]) {
    key(name)
    object { writer in
      for (name, counts) in counts.sorted(by: { $0.key < $1.key }) {
        writer.key(text: name.string)
        writer.counts(counts)
      }
    }
  }

  /// Writes a key and an object of counts, sorted by name.
  package mutating func member(_ name: StaticString, _ counts: [ByteText: Int]) {
    key(name)
    self.counts(counts)
  }

  private mutating func counts(_ counts: [ByteText: Int]) {
    object { writer in
      for (name, count) in counts.sorted(by: { $0.key < $1.key }) {
        writer.key(text: name.string)
        writer.integer(count)
      }
    }
  }

  // MARK: - Parts

  /// Writes a part of a document unchanged; the caller adds commas.
  package mutating func part(_ json: StaticString) {
    bytes.append(contentsOf: json.utf8)
  }

  /// As ``part(_:)-(StaticString)``, for prepared bytes.
  package mutating func part(_ json: [UInt8]) {
    bytes.append(contentsOf: json)
  }

  /// Writes a number without a comma.
  package mutating func part(_ number: Int) {
    bytes.append(decimal: number)
  }

  /// Writes the content between the quotes of a string, or a part of it.
  package mutating func escaped(_ text: String) {
    var text = text
    text.withUTF8 { appendEscaped($0) }
  }

  /// Writes the content of a string, with visible replacements as in ``TerminalText/visible(_:from:)``.
  mutating func visible(_ text: String) {
    var text = text
    let isPlain = text.withUTF8 { text in
      // One scan is enough for the usual text: what needs no escape needs no replacement either.
      guard JSONWriter.endOfPlain(text, from: 0) == text.count else { return false }
      bytes.append(contentsOf: text)
      return true
    }
    if !isPlain { escaped(TerminalText.visible(text)) }
  }

  /// Escapes the text at the end of `output` so that it becomes the content of a string.
  ///
  /// - Parameter start: the offset at which the text begins.
  package static func escape(_ output: inout [UInt8], from start: Int) {
    // Checks all bytes without an early exit, so that the compiler can vectorise the loop.
    let isPlain = output.withUnsafeBufferPointer { bytes in
      bytes[start...].reduce(true) { JSONWriter.isPlain($1) && $0 }
    }
    if isPlain { return }
    let text = Array(output[start...])
    var writer = JSONWriter()
    swap(&writer.bytes, &output)
    writer.bytes.removeLast(text.count)
    text.withUnsafeBufferPointer { writer.appendEscaped($0) }
    swap(&writer.bytes, &output)
  }

  private mutating func nested(_ open: Unicode.Scalar, _ close: Unicode.Scalar, _ body: (inout JSONWriter) -> Void) {
    comma()
    bytes.append(UInt8(ascii: open))
    needsComma = false
    body(&self)
    bytes.append(UInt8(ascii: close))
    needsComma = true
  }

  private mutating func comma() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    appendShown(text) { byte, bytes in
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x0A: bytes.append(contentsOf: "\\n".utf8)
      case 0x0D: bytes.append(contentsOf: "\\r".utf8)
      case 0x09: bytes.append(contentsOf: "\\t".utf8)
      case 0..<0x20, 0x7F: JSONWriter.appendEscape(UInt16(byte), to: &bytes)
      default: bytes.append(byte)
      }
    }
  }

  /// Appends UTF-8 with an escape for each hidden character; other bytes go through `append` unless they are plain.
  private mutating func appendShown(
    _ text: UnsafeBufferPointer<UInt8>, _ append: (_ byte: UInt8, _ bytes: inout [UInt8]) -> Void
  ) {
    var index = 0
    while index < text.count {
      let start = index
      index = JSONWriter.endOfPlain(text, from: index)
      if index > start { bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index])) }
      if index == text.count { return }
      // A hidden character begins with one of these bytes.
      if HiddenCharacters.leads(text[index]), let (scalar, count) = JSONWriter.scalar(text, at: index),
        HiddenCharacters.contains(scalar)
      {
        for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
          JSONWriter.appendEscape(unit, to: &bytes)
        }
        index += count
      } else {
        append(text[index], &bytes)
        index += 1
      }
    }
  }

  /// The index of the first byte from here on that is not plain.
  private static func endOfPlain(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let bytes = UnsafeRawBufferPointer(text)
    let (ones, high): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    var index = start
    while index &+ 8 <= bytes.count {
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      // The top bit of a byte is set from 0x7F on, below a space, and where the exclusive or gives zero for a quote or
      // a backslash, from which one is subtracted. A borrow may set a bit in the next higher byte; the lowest set bit
      // is exact.
      let (quote, slash) = (word ^ (ones &* 0x22), word ^ (ones &* 0x5C))
      let others = (word | (word &+ ones) | (word &- (ones &* 0x20)) | (quote &- ones) | (slash &- ones)) & high
      if others != 0 { return index &+ others.trailingZeroBitCount / 8 }
      index &+= 8
    }
    while index < bytes.count, isPlain(text[index]) { index &+= 1 }
    return index
  }

  /// Whether a byte needs no escape in any string: printable ASCII except quote and backslash.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private static func scalar(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> (Unicode.Scalar, Int)? {
    // The string is valid UTF-8, so the first byte gives the length of the character.
    let count = text[index] < 0xE0 ? 2 : text[index] < 0xF0 ? 3 : 4
    guard index + count <= text.count else { return nil }
    var value = UInt32(text[index]) & (0x7F >> UInt32(count))
    for byte in text[index + 1..<index + count] { value = value << 6 | UInt32(byte & 0x3F) }
    return Unicode.Scalar(value).map { ($0, count) }
  }

  private static func appendEscape(_ unit: UInt16, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: "\\u".utf8)
    bytes.append(hexadecimal: UInt64(unit), digits: 4)
  }
}
