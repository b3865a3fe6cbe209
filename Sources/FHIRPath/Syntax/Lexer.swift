/// Splits an expression into tokens, by the grammar of FHIRPath 2.0.0.
///
/// White space and comments (`// ...` to the end of the line, `/* ... */`) only separate tokens.
struct Lexer {
  let bytes: [UInt8]
  var position = 0

  /// The longest expression that is read.
  static let maximumBytes = 1 << 16

  /// The longest name.
  static let maximumNameBytes = 256

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// All tokens; the last one marks the end.
  static func tokens(of text: String) throws(FHIRPathError) -> [Token] {
    guard text.utf8.count <= maximumBytes else {
      throw FHIRPathError(.syntax, column: 1, "an expression has at most \(maximumBytes) bytes")
    }
    var lexer = Lexer(text)
    var tokens: [Token] = []
    while true {
      let token = try lexer.next()
      tokens.append(token)
      if token.kind == .end { return tokens }
    }
  }

  /// The byte at a distance from the position, 0 past the end.
  func peek(_ distance: Int = 0) -> UInt8 {
    position + distance < bytes.count ? bytes[position + distance] : 0
  }

  func error(at offset: Int, _ message: String) -> FHIRPathError {
    FHIRPathError(.syntax, column: Lexer.column(of: offset, in: bytes), message)
  }

  /// The column of a byte offset: the number of scalars that begin before it, plus one.
  static func column(of offset: Int, in bytes: [UInt8]) -> Int {
    bytes.prefix(offset).count { $0 & 0xC0 != 0x80 } + 1
  }

  private mutating func next() throws(FHIRPathError) -> Token {
    try skipSpace()
    let start = position
    guard position < bytes.count else { return Token(kind: .end, offset: start) }
    let c = peek()
    switch c {
    case UInt8(ascii: "'"):
      return Token(kind: .string(try quoted("string")), offset: start)
    case UInt8(ascii: "`"):
      return Token(kind: .delimited(try name("identifier")), offset: start)
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      return Token(kind: .number(try number()), offset: start)
    case UInt8(ascii: "@"):
      return Token(kind: try moment(), offset: start)
    case UInt8(ascii: "$"):
      position += 1
      return Token(kind: .variable(word()), offset: start)
    case UInt8(ascii: "%"):
      return Token(kind: .constant(try constant()), offset: start)
    case _ where Lexer.startsWord(c):
      return Token(kind: .identifier(word()), offset: start)
    default:
      let second = peek(1)
      for (first, other, symbol) in Token.Symbol.spelled where first == c && (other == 0 || other == second) {
        position += other == 0 ? 1 : 2
        return Token(kind: .symbol(symbol), offset: start)
      }
      if c == UInt8(ascii: "\"") { throw error(at: start, "a string stands between single quotes, not double ones") }
      throw error(at: start, "unexpected character '\(character(at: start))'")
    }
  }

  private mutating func skipSpace() throws(FHIRPathError) {
    while position < bytes.count {
      switch peek() {
      case 0x20, 0x09, 0x0A, 0x0D:
        position += 1
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
        while position < bytes.count, peek() != 0x0A, peek() != 0x0D { position += 1 }
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
        let start = position
        position += 2
        while position < bytes.count, peek() != UInt8(ascii: "*") || peek(1) != UInt8(ascii: "/") { position += 1 }
        guard position < bytes.count else { throw error(at: start, "a comment is not closed with '*/'") }
        position += 2
      default:
        return
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

  private func character(at offset: Int) -> Character {
    String(decoding: bytes[offset...].prefix(24), as: UTF8.self).first ?? " "
  }
}
