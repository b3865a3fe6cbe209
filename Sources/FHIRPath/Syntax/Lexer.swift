/// Splits an expression into tokens, by the grammar of FHIRPath 2.0.0. White space and comments (`// ...` to the end of
/// the line, `/* ... */`) only separate tokens.
struct Lexer {
  let bytes: [UInt8]
  var position = 0

  static let maximumBytes = 1 << 16

  static let maximumNameBytes = 256

  static func tokens(of text: String) throws(FHIRPathError) -> [Token] {
    guard text.utf8.count <= maximumBytes else {
      throw FHIRPathError(.syntax, column: 1, "an expression has at most \(maximumBytes) bytes")
    }
    var lexer = Lexer(bytes: Array(text.utf8))
    var tokens: [Token] = []
    while true {
      try lexer.skipSpace()
      let start = lexer.position
      let kind = try lexer.kind()
      tokens.append(Token(kind: kind, offset: start))
      if kind == .end { return tokens }
    }
  }

  /// The byte at a distance from the position, 0 past the end.
  func peek(_ distance: Int = 0) -> UInt8 { position + distance < bytes.count ? bytes[position + distance] : 0 }

  func error(at offset: Int, _ message: String) -> FHIRPathError {
    FHIRPathError(.syntax, column: Lexer.column(of: offset, in: bytes), message)
  }

  /// The column of a byte offset: the number of scalars that begin before it, plus one.
  static func column(of offset: Int, in bytes: [UInt8]) -> Int { bytes.prefix(offset).count { $0 & 0xC0 != 0x80 } + 1 }

  private mutating func kind() throws(FHIRPathError) -> Token.Kind {
    guard position < bytes.count else { return .end }
    let (c, second) = (peek(), peek(1))
    switch c {
    case UInt8(ascii: "'"): return .string(try quoted("string"))
    case UInt8(ascii: "`"): return .delimited(try name("identifier"))
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    case UInt8(ascii: "@"): return try moment()
    case UInt8(ascii: "$"):
      position += 1
      return .variable(word())
    case UInt8(ascii: "%"): return .constant(try constant())
    case _ where Lexer.startsWord(c): return .identifier(word())
    default:
      for (first, other, symbol) in Token.symbols where first == c && (other == 0 || other == second) {
        position += other == 0 ? 1 : 2
        return .symbol(symbol)
      }
      if c == UInt8(ascii: "\"") { throw error(at: position, "a string stands between single quotes, not double ones") }
      let character = String(decoding: bytes[position...].prefix(24), as: UTF8.self).first ?? " "
      throw error(at: position, "unexpected character '\(character)'")
    }
  }

  private mutating func skipSpace() throws(FHIRPathError) {
    while position < bytes.count {
      switch peek() {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
        while position < bytes.count, peek() != 0x0A, peek() != 0x0D { position += 1 }
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
        let start = position
        position += 2
        while position < bytes.count, peek() != UInt8(ascii: "*") || peek(1) != UInt8(ascii: "/") { position += 1 }
        guard position < bytes.count else { throw error(at: start, "a comment is not closed with '*/'") }
        position += 2
      default: return
      }
    }
  }

  /// `%name`, `%'any text'` or %`any text`.
  private mutating func constant() throws(FHIRPathError) -> String {
    let start = position
    position += 1
    switch peek() {
    case UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "\""): return try name("name")
    case let c where Lexer.startsWord(c): return word()
    default: throw error(at: start, "expected a name after '%'")
    }
  }

  /// A name in quotes. Its length is limited, because names are looked up in tables of strings.
  private mutating func name(_ what: String) throws(FHIRPathError) -> String {
    let start = position
    let name = try quoted(what)
    guard name.utf8.count <= Lexer.maximumNameBytes else {
      throw error(at: start, "a name has at most \(Lexer.maximumNameBytes) bytes")
    }
    return name
  }

  private mutating func word() -> String {
    let start = position
    while Lexer.startsWord(peek()) || Lexer.isDigit(peek()) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private static func startsWord(_ c: UInt8) -> Bool { (c | 0x20) &- 0x61 < 26 || c == UInt8(ascii: "_") }

  static func isDigit(_ c: UInt8) -> Bool { c &- 0x30 < 10 }

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
      // Quotes, backslashes and slashes; a backslash that does not begin an escape is dropped, too.
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
    skipFraction()
    guard let number = bytes[start..<position].withUnsafeBufferPointer({ Decimal($0) }) else {
      throw error(at: start, "a number has at most \(Decimal.maximumDigits) digits")
    }
    return number
  }

  private mutating func skipDigits() { while Lexer.isDigit(peek()) { position += 1 } }

  private mutating func skipFraction() {
    guard peek() == UInt8(ascii: "."), Lexer.isDigit(peek(1)) else { return }
    position += 1
    skipDigits()
  }

  /// `@2015-02-04`, `@2015-02-04T14:34:28Z`, `@2015T` or `@T14:34`.
  mutating func moment() throws(FHIRPathError) -> Token.Kind {
    let start = position
    position += 1
    let isTime = peek() == UInt8(ascii: "T")
    if isTime { position += 1 }
    let text = position
    if isTime { skipTime() } else { skipParts(UInt8(ascii: "-"), 2) }
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

  /// Skips numbers with a separator between them, behind which there are this many digits or more.
  private mutating func skipParts(_ separator: UInt8, _ count: Int) {
    skipDigits()
    while peek() == separator, (1...count).allSatisfy({ Lexer.isDigit(peek($0)) }) {
      position += 1
      skipDigits()
    }
  }

  private mutating func skipTime() {
    skipParts(UInt8(ascii: ":"), 1)
    skipFraction()
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

struct Token {
  enum Kind: Equatable {
    case identifier(String)
    /// An identifier between backticks: never a keyword.
    case delimited(String)
    case string(String)
    /// Digits with or without a fraction.
    case number(Decimal)
    case moment(Moment, Moment.Kind)
    /// `$this`, without the dollar sign.
    case variable(String)
    /// `%resource`, without the percent sign.
    case constant(String)
    /// An operator or a bracket.
    case symbol(String)
    case end
  }

  /// All symbols by their bytes, 0 for an absent second byte; longer ones come first.
  static let symbols = "<= >= != !~ < > = ~ + - * / & | . , ( ) [ ] { }".split(separator: " ").map { symbol in
    let bytes = Array(symbol.utf8)
    return (first: bytes[0], second: bytes.count > 1 ? bytes[1] : 0, symbol: String(symbol))
  }

  var kind: Kind
  /// The byte offset in the expression.
  var offset: Int

  var name: String {
    switch kind {
    case .identifier(let name): "'\(name)'"
    case .delimited(let name): "'`\(name)`'"
    case .string(let text): "the string '\(text)'"
    case .number(let number): "'\(number)'"
    case .moment: "a date or time"
    case .variable(let name): "'$\(name)'"
    case .constant(let name): "'%\(name)'"
    case .symbol(let symbol): "'\(symbol)'"
    case .end: "the end of the expression"
    }
  }
}
