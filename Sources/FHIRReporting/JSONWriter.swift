package import FHIRSupport

/// Writes compact JSON with keys in the given order. Escapes only what JSON requires, and ``HiddenCharacters``: some
/// readers of JSON Lines split at U+0085 and U+2028, and others of these characters control terminals.
package struct JSONWriter: Sendable {
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  package init() {}
  package mutating func object(_ members: (inout JSONWriter) -> Void) { nested("{", "}", members) }
  package mutating func array(_ elements: (inout JSONWriter) -> Void) { nested("[", "]", elements) }

  /// Writes a key; the next value belongs to it.
  @inline(never) package mutating func key(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  @inline(never) package mutating func integer(_ value: Int) {
    comma()
    bytes += String(value)
  }

  @inline(never) package mutating func string(_ value: String) {
    comma()
    bytes.append(UInt8(ascii: "\""))
    append(value)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a value that already is JSON, on one line.
  package mutating func raw(_ json: String) {
    comma()
    // Such characters occur only in strings, where an escape has the same meaning.
    append(json, isJSON: true)
  }

  package mutating func member(_ name: String, _ value: String) {
    key(name)
    string(value)
  }

  package mutating func member(_ name: String, _ value: Int) {
    key(name)
    integer(value)
  }

  /// Writes members with texts, without those that have none.
  package mutating func members(_ texts: KeyValuePairs<String, String?>) {
    for (name, text) in texts { if let text { member(name, text) } }
  }

  package mutating func members(_ numbers: KeyValuePairs<String, Int>) {
    for (name, number) in numbers { member(name, number) }
  }

  /// Writes a key and an object of counts, sorted by name.
  package mutating func member(_ name: String, _ counts: [ByteText: Int]) { object(name, counts) { $0.member($1, $2) } }

  package mutating func member(_ name: String, _ counts: [ByteText: [ByteText: Int]]) {
    object(name, counts) { $0.member($1, $2) }
  }

  package mutating func object(_ name: String, _ members: (inout JSONWriter) -> Void) {
    key(name)
    object(members)
  }

  /// Writes a key and an object, to which `member` adds each of some named values, sorted by name.
  package mutating func object<Value>(
    _ name: String, _ values: [ByteText: Value], _ member: (inout JSONWriter, String, Value) -> Void
  ) {
    object(name) { writer in
      for (name, value) in values.inOrder { member(&writer, name.string, value) }
    }
  }

  /// Writes a key and an array of objects; `members` writes those of one item.
  package mutating func objects<Item>(
    _ name: String, _ items: some Sequence<Item>, _ members: (inout JSONWriter, Item) -> Void
  ) {
    key(name)
    array { writer in
      for item in items { writer.object { members(&$0, item) } }
    }
  }

  package mutating func member(_ name: String, _ values: [String]) {
    key(name)
    array { writer in
      for value in values { writer.string(value) }
    }
  }

  @inline(never) private mutating func nested(_ open: String, _ close: String, _ body: (inout JSONWriter) -> Void) {
    comma()
    bytes += open
    needsComma = false
    body(&self)
    bytes += close
    needsComma = true
  }

  private mutating func comma() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func append(_ text: String, isJSON: Bool = false) {
    var text = text
    let isPlain = text.withUTF8 { utf8 in
      // Most texts need no escape.
      let isPlain = Self.isPlain(utf8)
      if isPlain { bytes.append(contentsOf: utf8) }
      return isPlain
    }
    if isPlain { return }
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case ..<0x7F where isJSON || !Self.mayEscape(UInt8(scalar.value)): bytes.append(UInt8(scalar.value))
      case 0x7F... where !HiddenCharacters.contains(scalar): bytes += String(scalar)
      default: bytes += Self.escape(scalar)
      }
    }
  }

  /// Whether a byte must be escaped, or may have to be.
  private static func mayEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  /// Whether a text has no such byte. It looks at eight at a time, of which some may be the last of the eight before: all
  /// bytes in one loop took 1 % more instructions of a check as JSON lines.
  private static func isPlain(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    let (bytes, last) = (UnsafeRawBufferPointer(utf8), utf8.count - 8)
    if last < 0 { return !utf8.contains(where: mayEscape) }
    var found: UInt64 = 0
    for place in stride(from: 0, to: last + 8, by: 8) {
      let word = bytes.loadUnaligned(fromByteOffset: min(place, last), as: UInt64.self)
      let (quote, backslash) = (word ^ 0x2222_2222_2222_2222, word ^ 0x5C5C_5C5C_5C5C_5C5C)
      // The highest bit of each byte that is below 0x20, equal, or above 0x7E; a carry only follows another such byte.
      found |= (word &- 0x2020_2020_2020_2020) | (quote &- 0x0101_0101_0101_0101)
      found |= (backslash &- 0x0101_0101_0101_0101) | (word &+ 0x0101_0101_0101_0101)
    }
    return found & 0x8080_8080_8080_8080 == 0
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: String(scalar).utf16.map { "\\u" + String(hexadecimal: UInt64($0)).suffix(4) }.joined()
    }
  }
}

extension JSONWriter {
  /// A text as the content of a string, without its quotes.
  static func escaped(_ text: String) -> String { Self.text { $0.append(text) } }
  package static func quoted(_ text: String) -> String { Self.text { $0.string(text) } }
  package static func object(_ members: (inout JSONWriter) -> Void) -> String { text { $0.object(members) } }

  private static func text(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Appends a line with one object, whose first member is its type.
  package static func appendLine(_ type: String, to output: inout [UInt8], _ members: (inout JSONWriter) -> Void) {
    appendObject(to: &output) { writer in
      writer.member("type", type)
      members(&writer)
    }
    output += "\n"
  }

  package static func appendObject(to output: inout [UInt8], _ members: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    // Nothing of the output is copied.
    swap(&writer.bytes, &output)
    writer.object(members)
    swap(&writer.bytes, &output)
  }
}
