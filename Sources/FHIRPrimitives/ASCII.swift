/// Classes of single bytes, for code that describes a fault.
@usableFromInline
package enum ASCII {
  @inlinable package static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  @inlinable package static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

  /// The lower case of a letter; any other byte unchanged.
  @inlinable package static func lowercase(_ byte: UInt8) -> UInt8 { isLetter(byte) ? byte | 0x20 : byte }

  /// Whether a text is this one, regardless of case. The known text is in lower case.
  @inlinable package static func isSame(_ text: some Sequence<UInt8>, _ known: String) -> Bool {
    text.elementsEqual(known.utf8) { lowercase($0) == $1 }
  }

  @inlinable package static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 6
  }

  /// Space, tab, line feed and carriage return: the white space of XML and JSON.
  @inlinable package static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// A control character that XML does not allow. This excludes white space and U+007F.
  @inlinable package static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && !isWhiteSpace(byte) }

  /// The number of digits from `index` on, at most up to `count`.
  @inlinable package static func digitRun(_ p: UnsafePointer<UInt8>, _ count: Int, from index: Int) -> Int {
    var end = index
    while end < count, isDigit(p[end]) { end &+= 1 }
    return end &- index
  }

  /// The value of two digits. The bytes must be digits.
  @inlinable package static func twoDigits(_ p: UnsafePointer<UInt8>, at index: Int) -> Int {
    Int(p[index] &- UInt8(ascii: "0")) &* 10 &+ Int(p[index &+ 1] &- UInt8(ascii: "0"))
  }
}
