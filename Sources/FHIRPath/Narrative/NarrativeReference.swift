import FHIRTape

/// The reference after a `&`.
struct NarrativeReference {
  enum Kind {
    /// One of the five entities that XML predefines.
    case predefined
    /// A number, and whether it stands for white space.
    case character(isWhitespace: Bool)
    /// A number that is not the code of an XML character.
    case illegalCharacter
    /// A name that only a document type could define.
    case unknownEntity
    /// Not a reference.
    case none
  }

  let kind: Kind
  /// The offset after the semicolon; without a reference, the offset where the scan stopped.
  let end: UnsafePointer<UInt8>
  /// The code of a numeric reference, 0 for none.
  let code: Int

  /// Reads from the byte after the `&`.
  init(_ start: UnsafePointer<UInt8>) {
    var p = start
    var unit = JSONTextUnit(at: p)
    if unit.value == UInt8(ascii: "#") {
      self.init(number: p + unit.width)
      return
    }
    var name = NarrativeName()
    while unit.value >= 0x80 || (unit.value | 0x20) &- 0x61 < 26 || name.length > 0 && Bytes.isDigit(unit.value) {
      name.append(unit.value)
      p += unit.width
      unit = JSONTextUnit(at: p)
    }
    guard name.length > 0, unit.value == UInt8(ascii: ";") else {
      self.init(.none, p)
      return
    }
    let code =
      switch name.head {
      case Self.lt: 0x3C
      case Self.gt: 0x3E
      case Self.amp: 0x26
      case Self.quot: 0x22
      case Self.apos: 0x27
      default: 0
      }
    self.init(code > 0 && name.length < 8 ? .predefined : .unknownEntity, p + unit.width, code)
  }

  private init(number start: UnsafePointer<UInt8>) {
    var p = start
    var unit = JSONTextUnit(at: p)
    let isHexadecimal = unit.value == UInt8(ascii: "x")
    if isHexadecimal {
      p += unit.width
      unit = JSONTextUnit(at: p)
    }
    var code = 0
    var digits = 0
    while Bytes.isDigit(unit.value) || isHexadecimal && (unit.value | 0x20) &- 0x61 < 6 {
      // Above the last code point the exact number is irrelevant.
      if code < 0x11_0000 { code = code * (isHexadecimal ? 16 : 10) + JSONTextUnit.hexadecimal(unit.value) }
      digits += 1
      p += unit.width
      unit = JSONTextUnit(at: p)
    }
    guard digits > 0, unit.value == UInt8(ascii: ";") else {
      self.init(.none, p)
      return
    }
    let kind: Kind =
      switch code {
      case 0x09, 0x0A, 0x0D, 0x20: .character(isWhitespace: true)
      case 0x21...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: .character(isWhitespace: false)
      default: .illegalCharacter
      }
    self.init(kind, p + unit.width, code)
  }

  private init(_ kind: Kind, _ end: UnsafePointer<UInt8>, _ code: Int = 0) {
    self.kind = kind
    self.end = end
    self.code = code
  }

  private static let lt = NarrativeName("lt").head
  private static let gt = NarrativeName("gt").head
  private static let amp = NarrativeName("amp").head
  private static let quot = NarrativeName("quot").head
  private static let apos = NarrativeName("apos").head
}
