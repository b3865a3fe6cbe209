extension Lexer {
  /// The text between two equal quotes, escapes resolved.
  mutating func quoted(_ what: String) throws(FHIRPathError) -> String {
    let start = position
    let quote = peek()
    var text: [UInt8] = []
    position += 1
    while true {
      guard position < bytes.count else {
        throw error(at: start, "the \(what) is not closed with \(Character(Unicode.Scalar(quote)))")
      }
      let c = peek()
      position += 1
      if c == quote { return String(decoding: text, as: UTF8.self) }
      if c == UInt8(ascii: "\\") {
        try escape(into: &text)
      } else {
        text.append(c)
      }
    }
  }

  private mutating func escape(into text: inout [UInt8]) throws(FHIRPathError) {
    let start = position - 1
    let c = peek()
    position += 1
    switch c {
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      text.append(c)
    case UInt8(ascii: "u"):
      guard var code = hexadecimal(at: position) else { return text.append(c) }
      position += 4
      if code & 0xFC00 == 0xD800, peek() == UInt8(ascii: "\\"), peek(1) == UInt8(ascii: "u"),
        let second = hexadecimal(at: position + 2), second & 0xFC00 == 0xDC00
      {
        position += 6
        code = 0x10000 + (code & 0x3FF) << 10 + (second & 0x3FF)
      }
      guard let scalar = Unicode.Scalar(code) else { throw error(at: start, "half a surrogate pair is no character") }
      text += Array(String(Character(scalar)).utf8)
    default:
      // A backslash that does not begin an escape is dropped.
      text.append(c)
    }
  }

  /// The value of four hexadecimal digits, `nil` for other characters.
  private func hexadecimal(at place: Int) -> UInt32? {
    let digits = bytes.dropFirst(place).prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  mutating func number() throws(FHIRPathError) -> Decimal {
    let start = position
    skipDigits()
    if peek() == UInt8(ascii: "."), Lexer.isDigit(peek(1)) {
      position += 1
      skipDigits()
    }
    guard let number = bytes[start..<position].withUnsafeBufferPointer({ Decimal($0) }) else {
      throw error(at: start, "a number has at most \(Decimal.maximumDigits) digits")
    }
    return number
  }

  private mutating func skipDigits() {
    while Lexer.isDigit(peek()) { position += 1 }
  }

  /// `@2015-02-04`, `@2015-02-04T14:34:28Z`, `@2015T` or `@T14:34`.
  mutating func moment() throws(FHIRPathError) -> Token.Kind {
    let start = position
    position += 1
    let isTime = peek() == UInt8(ascii: "T")
    if isTime { position += 1 }
    let text = position
    if isTime { skipTime() } else { skipDate() }
    let isDateTime = !isTime && peek() == UInt8(ascii: "T")
    if isDateTime {
      position += 1
      if Lexer.isDigit(peek()) {
        skipTime()
        skipZone()
      }
    }
    let kind: Moment.Kind = isTime ? .time : isDateTime ? .dateTime : .date
    guard let moment = bytes[text..<position].withUnsafeBufferPointer({ Moment($0, kind) }) else {
      let form = isTime ? "@Thh:mm:ss" : isDateTime ? "@YYYY-MM-DDThh:mm:ss+hh:mm" : "@YYYY-MM-DD"
      throw error(at: start, "not a \(kind) that exists; its form is \(form), and parts may be left out at the end")
    }
    return .moment(moment, kind)
  }

  private mutating func skipDate() {
    skipDigits()
    while peek() == UInt8(ascii: "-"), Lexer.isDigit(peek(1)), Lexer.isDigit(peek(2)) {
      position += 1
      skipDigits()
    }
  }

  private mutating func skipTime() {
    skipDigits()
    while peek() == UInt8(ascii: ":"), Lexer.isDigit(peek(1)) {
      position += 1
      skipDigits()
    }
    if peek() == UInt8(ascii: "."), Lexer.isDigit(peek(1)) {
      position += 1
      skipDigits()
    }
  }

  private mutating func skipZone() {
    if peek() == UInt8(ascii: "Z") {
      position += 1
    } else if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-"),
      Lexer.isDigit(peek(1)), Lexer.isDigit(peek(2)), peek(3) == UInt8(ascii: ":")
    {
      position += 4
      skipDigits()
    }
  }
}
