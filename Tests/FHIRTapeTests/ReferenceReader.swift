/// A second reader, written only for clarity: one function for each production of RFC 8259, byte by byte.
///
/// The tests compare the fast reader with it on generated inputs. It shares no code with the module, and uses the
/// standard library's UTF-8. Nesting is not limited.
struct ReferenceReader {
  private struct Fault: Error {
    var code: String
    var offset: Int
  }

  private let bytes: [UInt8]
  private var place = 0

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  static func read(_ bytes: [UInt8]) -> Reader.Outcome {
    var reader = ReferenceReader(bytes)
    do {
      try reader.document()
      return .accepted
    } catch {
      return .refused(code: error.code, offset: error.offset)
    }
  }

  // MARK: - Grammar

  private mutating func document() throws(Fault) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
    skipSpace()
    if place == bytes.count { throw Fault(code: "empty-input", offset: place) }
    try value()
    skipSpace()
    if place < bytes.count {
      let fault = unexpected()
      throw fault.code == "comment" ? fault : Fault(code: "extra-value", offset: place)
    }
  }

  private mutating func value() throws(Fault) {
    switch byte() {
    case "{": try object()
    case "[": try array()
    case "\"": try string()
    case "-": try number()
    case .some("0"..."9"): try number()
    case "+" where byte(1).map(Self.isWord) ?? false && !isDigit(1):
      throw Fault(code: "invalid-literal", offset: place)
    case "+" where isDigit(1) || byte(1) == ".", "." where isDigit(1) || byte(1) == ".":
      throw Fault(code: "invalid-number", offset: place)
    case "." where byte(1).map(Self.isWord) ?? false:
      throw Fault(code: "invalid-literal", offset: place)
    case .some(let c) where Self.isWord(c): try literal()
    default: throw unexpected()
    }
  }

  private mutating func object() throws(Fault) {
    place += 1
    skipSpace()
    if take("}") { return }
    while true {
      guard byte() == "\"" else { throw unexpected() }
      try string()
      skipSpace()
      guard take(":") else { throw unexpected() }
      skipSpace()
      try value()
      if try endsAfterItem("}") { return }
    }
  }

  private mutating func array() throws(Fault) {
    place += 1
    skipSpace()
    if take("]") { return }
    while true {
      try value()
      if try endsAfterItem("]") { return }
    }
  }

  private mutating func endsAfterItem(_ close: Unicode.Scalar) throws(Fault) -> Bool {
    skipSpace()
    if take(close) { return true }
    let comma = place
    guard take(",") else { throw unexpected() }
    skipSpace()
    if byte() == close { throw Fault(code: "trailing-comma", offset: comma) }
    return false
  }

  private mutating func literal() throws(Fault) {
    let start = place
    while let c = byte(), Self.isWord(c) { place += 1 }
    let word = String(decoding: bytes[start..<place], as: UTF8.self)
    if ["true", "false", "null"].contains(word) { return }
    if place == bytes.count, ["true", "false", "null"].contains(where: { $0.hasPrefix(word) }) { throw end() }
    throw Fault(code: "invalid-literal", offset: start)
  }

  private mutating func number() throws(Fault) {
    let start = place
    _ = take("-")
    if let c = byte(), Self.isLetter(c) { throw Fault(code: "invalid-literal", offset: start) }
    let hasZero = byte() == "0"
    try digits(from: start)
    if hasZero, bytes[place - 1] != 0x30 || place - start > (bytes[start] == 0x2D ? 2 : 1) {
      throw Fault(code: "invalid-number", offset: start)
    }
    if take(".") { try digits(from: start) }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits(from: start)
    }
    if let c = byte(), Self.isWord(c) || c == "." || c == "+" || c == "-" {
      throw Fault(code: "invalid-number", offset: start)
    }
  }

  private mutating func digits(from start: Int) throws(Fault) {
    guard place < bytes.count else { throw end() }
    guard isDigit() else { throw Fault(code: "invalid-number", offset: start) }
    while isDigit() { place += 1 }
  }

  // MARK: - Strings

  private mutating func string() throws(Fault) {
    place += 1
    while let c = byte() {
      if c == "\"" {
        place += 1
        return
      }
      if c == "\\" {
        try escape()
      } else if c.value < 0x20 {
        throw Fault(code: "control-character", offset: place)
      } else {
        try scalar()
      }
    }
    throw end()
  }

  private mutating func escape() throws(Fault) {
    let start = place
    place += 1
    guard let c = byte() else { throw end() }
    place += 1
    if "\"\\/bfnrt".unicodeScalars.contains(c) { return }
    guard c == "u", let unit = try codeUnit() else { throw Fault(code: "invalid-escape", offset: start) }
    guard unit & 0xF800 == 0xD800 else { return }
    guard unit < 0xDC00 else { throw Fault(code: "lone-surrogate", offset: start) }
    for expected: Unicode.Scalar in ["\\", "u"] {
      if place == bytes.count { throw end() }
      guard take(expected) else { throw Fault(code: "lone-surrogate", offset: start) }
    }
    guard let low = try codeUnit(), 0xDC00...0xDFFF ~= low else { throw Fault(code: "lone-surrogate", offset: start) }
  }

  private mutating func codeUnit() throws(Fault) -> UInt32? {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let c = byte() else { throw end() }
      guard let digit = Character(c).hexDigitValue, c.isASCII else { return nil }
      unit = unit << 4 | UInt32(digit)
      place += 1
    }
    return unit
  }

  /// One encoded scalar, found by trying which length the standard library accepts.
  private mutating func scalar() throws(Fault) {
    for length in 1...4 where place + length <= bytes.count {
      if String(validating: bytes[place..<place + length], as: UTF8.self) != nil {
        place += length
        return
      }
    }
    throw canGoOnAfterEnd() ? end() : Fault(code: "invalid-utf8", offset: place)
  }

  /// Whether the remaining bytes would be well-formed with more bytes.
  private func canGoOnAfterEnd() -> Bool {
    let rest = Array(bytes[place...])
    guard rest.count < 4 else { return false }
    let seconds: [UInt8] = rest.count == 1 ? [0x80, 0x90, 0xA0] : [0x80]
    for second in seconds {
      for length in 1..<(5 - rest.count) {
        let tail = [second] + [UInt8](repeating: 0x80, count: length - 1)
        if String(validating: rest + tail, as: UTF8.self)?.unicodeScalars.count == 1 { return true }
      }
    }
    return false
  }

  // MARK: - Bytes

  /// The byte at the place as a scalar with the same number; `nil` at the end.
  private func byte(_ ahead: Int = 0) -> Unicode.Scalar? {
    place + ahead < bytes.count ? Unicode.Scalar(bytes[place + ahead]) : nil
  }

  private mutating func take(_ expected: Unicode.Scalar) -> Bool {
    guard byte() == expected else { return false }
    place += 1
    return true
  }

  private mutating func skipSpace() {
    while let c = byte(), c == " " || c == "\t" || c == "\n" || c == "\r" { place += 1 }
  }

  private func isDigit(_ ahead: Int = 0) -> Bool { byte(ahead).map { "0"..."9" ~= $0 } ?? false }

  private static func isLetter(_ c: Unicode.Scalar) -> Bool { "a"..."z" ~= c || "A"..."Z" ~= c }

  private static func isWord(_ c: Unicode.Scalar) -> Bool { isLetter(c) || "0"..."9" ~= c || c == "_" }

  private func end() -> Fault { Fault(code: "unexpected-end", offset: bytes.count) }

  private func unexpected() -> Fault {
    guard let c = byte() else { return end() }
    if c == "#" || c == "/" && (byte(1) == "/" || byte(1) == "*") { return Fault(code: "comment", offset: place) }
    if c.value >= 0x80 {
      var other = self
      do {
        try other.scalar()
      } catch  where error.code == "invalid-utf8" {
        return error
      } catch {}
    }
    return Fault(code: "unexpected-character", offset: place)
  }
}
