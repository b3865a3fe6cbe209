package import Texts

/// Writes compact JSON with keys in the order in which they are given.
///
/// Only what reports need: objects, arrays, strings, integers. Nothing is escaped but what must be, so text in any
/// language stays readable; the line separators U+2028 and U+2029 are escaped because some readers of JSON Lines split
/// on them.
package struct JSONWriter: Sendable {
  /// The text so far.
  package private(set) var bytes: [UInt8]
  private var needsComma = false

  /// Goes on after `bytes`.
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
  package mutating func key(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes an integer.
  package mutating func integer(_ value: Int) {
    comma()
    bytes.append(contentsOf: String(value).utf8)
  }

  /// Writes a string.
  package mutating func string(_ value: String) {
    comma()
    bytes.append(UInt8(ascii: "\""))
    var value = value
    value.withUTF8 { appendEscaped($0) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a value that is JSON already, on one line.
  package mutating func raw(_ json: String) {
    comma()
    bytes.append(contentsOf: json.utf8)
  }

  /// Writes a key and a string.
  package mutating func member(_ name: String, _ value: String) {
    key(name)
    string(value)
  }

  /// Writes a key and an integer.
  package mutating func member(_ name: String, _ value: Int) {
    key(name)
    integer(value)
  }

  /// Writes a key and an object of counts, sorted by name.
  package mutating func member(_ name: String, _ counts: [ByteText: Int]) {
    key(name)
    object { writer in
      for (name, count) in counts.sorted(by: { $0.key < $1.key }) {
        writer.member(name.string, count)
      }
    }
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
    for (index, byte) in text.enumerated() {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x0A: bytes.append(contentsOf: "\\n".utf8)
      case 0x0D: bytes.append(contentsOf: "\\r".utf8)
      case 0x09: bytes.append(contentsOf: "\\t".utf8)
      case 0..<0x20, 0x7F:
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(JSONWriter.hexDigit(byte >> 4))
        bytes.append(JSONWriter.hexDigit(byte & 15))
      case 0xA8, 0xA9:
        // U+2028 and U+2029 are E2 80 A8 and E2 80 A9.
        if index >= 2, text[index - 1] == 0x80, text[index - 2] == 0xE2 {
          bytes.removeLast(2)
          bytes.append(contentsOf: (byte == 0xA8 ? "\\u2028" : "\\u2029").utf8)
        } else {
          bytes.append(byte)
        }
      default: bytes.append(byte)
      }
    }
  }

  private static func hexDigit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
  }
}
