import FHIRTape
import FHIRSupport

/// The value of an attribute as UTF-8 bytes, with JSON escapes and XML references resolved. The scanner has read the
/// value before, so its references are complete. A reference to an unknown entity becomes NUL.
struct NarrativeText: Sequence, IteratorProtocol {
  private var p: UnsafePointer<UInt8>
  private let end: UnsafePointer<UInt8>
  /// The remaining bytes of a character beyond ASCII that was written as an escape or reference.
  private var rest = UTF8.EncodedScalar().makeIterator()

  init(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) { (p, self.end) = (start, end) }

  mutating func next() -> UInt8? {
    if let byte = rest.next() { return byte }
    guard p < end else { return nil }
    let unit = JSONTextUnit(at: p)
    if unit.value == UInt8(ascii: "&") {
      let reference = NarrativeReference(p + unit.width)
      p = reference.end
      rest = JSONTextUnit.bytes(code: reference.code).makeIterator()
      return rest.next()
    }
    defer { p += Swift.max(unit.width, 1) }
    guard unit.value >= 0x80, unit.width > 1 else { return unit.value }
    rest = JSONTextUnit.bytes(escapeAt: p).makeIterator()
    return rest.next()
  }

  func equals(_ text: StaticString) -> Bool {
    // Usually the value has no escapes.
    if end - p == text.utf8CodeUnitCount, Bytes.isEqual(p, text.utf8Start, text.utf8CodeUnitCount) { return true }
    var rest = self
    for i in 0..<text.utf8CodeUnitCount where rest.next() != text.utf8Start[i] { return false }
    return rest.next() == nil
  }

  /// 64 bits of the text's hash with the key of this process.
  var hash: UInt64 {
    // Each byte of the text has at least one in the lexeme.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: end - p + 1) { bytes in
      bytes.initialize(repeating: 0)
      var count = 0
      for byte in self {
        bytes[count] = byte
        count += 1
      }
      return KeyedHash.process.hash(UnsafePointer(bytes.baseAddress!), count).low
    }
  }

  /// The address after `text`, if the lexeme has this text at `p`.
  static func skip(_ text: StaticString, at p: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
    var p = p
    for i in 0..<text.utf8CodeUnitCount {
      let unit = JSONTextUnit(at: p)
      guard unit.value == text.utf8Start[i] else { return nil }
      p += unit.width
    }
    return p
  }
}

/// The reference after a `&`.
struct NarrativeReference {
  enum Kind {
    /// A number or one of the five entities that XML predefines, and whether it stands for white space.
    case character(isWhitespace: Bool)
    /// A number that is not the code of an XML character.
    case illegalCharacter
    /// A name that only a document type could define.
    case unknownEntity
    case none
  }

  let kind: Kind
  /// The offset after the semicolon; without a reference, the offset where the scan stopped.
  let end: UnsafePointer<UInt8>
  /// The code of the character, 0 for none.
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
    let code = Self.predefined.first { $0.name == name }?.code
    self.init(code == nil ? .unknownEntity : .character(isWhitespace: false), p + unit.width, code ?? 0)
  }

  private init(number start: UnsafePointer<UInt8>) {
    var p = start
    var unit = JSONTextUnit(at: p)
    let isHexadecimal = unit.value == UInt8(ascii: "x")
    if isHexadecimal {
      p += unit.width
      unit = JSONTextUnit(at: p)
    }
    var (code, digits) = (0, 0)
    while Bytes.isDigit(unit.value) || isHexadecimal && (unit.value | 0x20) &- 0x61 < 6 {
      // Above the last code point the exact number is irrelevant.
      let digit = Bytes.isDigit(unit.value) ? unit.value - 0x30 : (unit.value | 0x20) &- 0x57
      if code < 0x11_0000 { code = code * (isHexadecimal ? 16 : 10) + Int(digit) }
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
    (self.kind, self.end, self.code) = (kind, end, code)
  }

  private static let predefined = ["lt": 0x3C, "gt": 0x3E, "amp": 0x26, "quot": 0x22, "apos": 0x27].map { name, code in
    (name: NarrativeName(name), code: code)
  }
}

/// A link or image that names a place inside the resource.
package struct NarrativeLink: Sendable {
  package var range: Range<Int>
  package var isImage: Bool
  /// The hash of the text after the `#`: see ``NarrativeScanner/hash(_:_:)``.
  package var id: UInt64

  enum Target {
    case elsewhere
    /// A target that runs a program, or shows a page that could.
    case active
    /// `#id`
    case local(UInt64)

    init(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, isImage: Bool) {
      self = .elsewhere
      if start.pointee == UInt8(ascii: "h"), start[1] == UInt8(ascii: "t") { return }
      var text = NarrativeText(start, end)
      // Browsers drop control characters and white space anywhere in the scheme.
      guard var c = Self.next(&text) else { return }
      if c == 0x23 {
        // `#` alone means the narrative itself.
        var id = text
        if isImage || id.next() != nil { self = .local(text.hash) }
        return
      }
      var scheme = NarrativeName()
      while (c | 0x20) &- 0x61 < 26 || scheme.length > 0 && (c &- 0x2B < 4 || c &- 0x30 < 10) {
        scheme.append(c | 0x20)
        guard let next = Self.next(&text) else { return }
        c = next
      }
      guard c == 0x3A else { return }
      if Self.scripts.contains(scheme) || scheme == Self.data && !Self.isImage(&text) { self = .active }
    }

    private static func next(_ text: inout NarrativeText) -> UInt8? {
      while let c = text.next() {
        if c > 0x20 { return c }
      }
      return nil
    }

    /// Whether the data after `data:` is an image, which runs no code.
    private static func isImage(_ text: inout NarrativeText) -> Bool {
      var type = NarrativeName()
      while let c = next(&text), c < 0x80, type.length < 6 { type.append(c | 0x20) }
      return type == image
    }

    private static let scripts = ["javascript", "vbscript", "livescript", "jscript", "mocha"].map(NarrativeName.init)
    private static let data = NarrativeName("data")
    private static let image = NarrativeName("image/")
  }
}

extension NarrativeScanner {
  /// The hash of an id, comparable with ``NarrativeLink/id``; the id is the lexeme of a JSON string.
  package static func hash(_ lexeme: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
    // `&` begins a reference only in XHTML, and no id contains one.
    NarrativeText(lexeme, lexeme + count).hash
  }
}
