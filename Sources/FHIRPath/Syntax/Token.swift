/// One token of an expression.
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
    case symbol(Symbol)
    case end
  }

  enum Symbol: String, CaseIterable {
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case notEqual = "!="
    case notEquivalent = "!~"
    case less = "<"
    case greater = ">"
    case equal = "="
    case equivalent = "~"
    case plus = "+"
    case minus = "-"
    case star = "*"
    case slash = "/"
    case ampersand = "&"
    case bar = "|"
    case dot = "."
    case comma = ","
    case openParenthesis = "("
    case closeParenthesis = ")"
    case openBracket = "["
    case closeBracket = "]"
    case openBrace = "{"
    case closeBrace = "}"

    /// All symbols by their bytes, 0 for an absent second byte; longer ones come first.
    static let spelled = allCases.map { symbol in
      let bytes = Array(symbol.rawValue.utf8)
      return (first: bytes[0], second: bytes.count > 1 ? bytes[1] : 0, symbol: symbol)
    }
  }

  var kind: Kind
  /// The byte offset in the expression.
  var offset: Int

  /// The name of the token in messages.
  var name: String {
    switch kind {
    case .identifier(let name): "'\(name)'"
    case .delimited(let name): "'`\(name)`'"
    case .string(let text): "the string '\(text)'"
    case .number(let number): "'\(number)'"
    case .moment: "a date or time"
    case .variable(let name): "'$\(name)'"
    case .constant(let name): "'%\(name)'"
    case .symbol(let symbol): "'\(symbol.rawValue)'"
    case .end: "the end of the expression"
    }
  }
}
