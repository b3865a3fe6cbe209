/// Parses tokens into a tree, with the precedence and associativity of the grammar of FHIRPath 2.0.0.
struct Parser {
  /// Deeper trees are refused, so that no expression overflows the stack.
  static let maximumDepth = 200

  private let bytes: [UInt8]
  private let tokens: [Token]
  private var position = 0
  private var depth = 0

  static func parse(_ text: String) throws(FHIRPathError) -> SyntaxNode {
    var parser = try Parser(text)
    let node = try parser.expression()
    guard parser.token.kind == .end else {
      throw parser.error("expected an operator or the end of the expression, found \(parser.token.name)")
    }
    return node
  }

  private init(_ text: String) throws(FHIRPathError) {
    bytes = Array(text.utf8)
    tokens = try Lexer.tokens(of: text)
  }

  private var token: Token { tokens[position] }

  private mutating func advance() { if position < tokens.count - 1 { position += 1 } }

  private func error(_ message: String, at offset: Int? = nil) -> FHIRPathError {
    FHIRPathError(.syntax, column: Lexer.column(of: offset ?? token.offset, in: bytes), message)
  }

  private mutating func take(_ symbol: String) -> Bool {
    guard token.kind == .symbol(symbol) else { return false }
    advance()
    return true
  }

  private mutating func expect(_ symbol: String, _ purpose: String) throws(FHIRPathError) {
    guard take(symbol) else { throw error("expected '\(symbol)' \(purpose), found \(token.name)") }
  }

  private func node(_ kind: SyntaxNode.Kind, at offset: Int) throws(FHIRPathError) -> SyntaxNode {
    let node = SyntaxNode(kind, at: offset)
    guard node.depth <= Parser.maximumDepth else { throw tooDeep(offset) }
    return node
  }

  private func tooDeep(_ offset: Int) -> FHIRPathError {
    error("the expression is nested more than \(Parser.maximumDepth) levels deep", at: offset)
  }

  // MARK: - Expressions

  private mutating func expression(_ least: Int = 1) throws(FHIRPathError) -> SyntaxNode {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Parser.maximumDepth else { throw tooDeep(token.offset) }
    var left = try polarity()
    while true {
      let offset = token.offset
      if case .identifier(let word) = token.kind, word == "is" || word == "as", Instruction.Op.typePrecedence >= least {
        advance()
        left = try node(.type(isCast: word == "as", left, try typeSpecifier()), at: offset)
      } else if let (op, precedence) = binaryOperator, precedence >= least {
        advance()
        left = try node(.binary(op, left, try expression(precedence + 1)), at: offset)
      } else {
        return left
      }
    }
  }

  private var binaryOperator: (op: Instruction.Op, precedence: Int)? {
    switch token.kind {
    case .symbol(let sign), .identifier(let sign): Instruction.Op.operators[sign]
    default: nil
    }
  }

  /// `+` and `-` have lower precedence than a dot: `-1.abs()` is `-(1.abs())`.
  private mutating func polarity() throws(FHIRPathError) -> SyntaxNode {
    var signs: [(isNegative: Bool, offset: Int)] = []
    while case .symbol(let symbol) = token.kind, symbol == "+" || symbol == "-" {
      signs.append((symbol == "-", token.offset))
      guard signs.count <= Parser.maximumDepth else { throw tooDeep(token.offset) }
      advance()
    }
    var operand = try path()
    for sign in signs.reversed() {
      operand = try node(.polarity(isNegative: sign.isNegative, operand), at: sign.offset)
    }
    return operand
  }

  private mutating func path() throws(FHIRPathError) -> SyntaxNode {
    var left = try term()
    while true {
      let offset = token.offset
      if take(".") {
        left = try node(.invocation(left, try invocation(isAfterDot: true)), at: offset)
      } else if take("[") {
        let index = try expression()
        try expect("]", "after the index")
        left = try node(.indexer(left, index), at: offset)
      } else {
        return left
      }
    }
  }

  // MARK: - Terms

  private mutating func term() throws(FHIRPathError) -> SyntaxNode {
    let start = token
    switch start.kind {
    case .symbol("("):
      advance()
      let inner = try expression()
      try expect(")", "to close the parenthesis")
      return inner
    case .symbol("{"):
      advance()
      try expect("}", "right after '{', since only the empty collection is written in braces")
      return try node(.literal(.empty), at: start.offset)
    case .string(let text): return try leaf(.literal(.string(text)))
    case .number(let number): return try quantity(number)
    case .moment(let moment, let kind): return try leaf(.literal(.moment(moment, kind)))
    case .identifier("true"): return try leaf(.literal(.boolean(true)))
    case .identifier("false"): return try leaf(.literal(.boolean(false)))
    case .constant(let name): return try leaf(.constant(name))
    case .identifier, .delimited, .variable: return try invocation()
    default: throw error("expected an expression, found \(start.name)")
    }
  }

  /// The node of one token.
  private mutating func leaf(_ kind: SyntaxNode.Kind) throws(FHIRPathError) -> SyntaxNode {
    defer { advance() }
    return try node(kind, at: token.offset)
  }

  /// A number, with a unit if one follows.
  private mutating func quantity(_ number: Decimal) throws(FHIRPathError) -> SyntaxNode {
    let offset = token.offset
    advance()
    switch token.kind {
    case .string(let unit):
      advance()
      return try node(.literal(.quantity(number, unit: unit, isCalendar: false)), at: offset)
    case .identifier(let word):
      guard let unit = CalendarUnit(word: word.utf8) else { break }
      advance()
      return try node(.literal(.quantity(number, unit: "\(unit.name)", isCalendar: true)), at: offset)
    default: break
    }
    return try node(.literal(.number(number)), at: offset)
  }

  /// Words that cannot begin a term without backticks. After a dot they can only be names: `text.div`.
  private static let reserved: Set<String> = ["and", "or", "xor", "implies", "div", "mod", "true", "false"]

  /// A name, a function with its arguments, or a variable: what may follow a dot.
  private mutating func invocation(isAfterDot: Bool = false) throws(FHIRPathError) -> SyntaxNode {
    let start = token
    switch start.kind {
    case .variable(let name):
      guard ["this", "index", "total"].contains(name) else {
        throw error("there is no '$\(name)'; there are $this, $index and $total")
      }
      return try leaf(.variable(name))
    case .delimited(let name),
      .identifier(let name) where isAfterDot || !Parser.reserved.contains(name):
      advance()
      return try function(name, at: start.offset)
    default: throw error("expected a name or a function, found \(start.name)")
    }
  }

  private mutating func function(_ name: String, at offset: Int) throws(FHIRPathError) -> SyntaxNode {
    guard take("(") else { return try node(.identifier(name), at: offset) }
    var arguments: [SyntaxNode] = []
    if !take(")") {
      repeat { arguments.append(name == "sort" ? try sortKey() : try expression()) } while take(",")
      try expect(")", "after the arguments of \(name)()")
    }
    return try node(.function(name, arguments), at: offset)
  }

  private mutating func sortKey() throws(FHIRPathError) -> SyntaxNode {
    let key = try expression()
    guard case .identifier(let word) = token.kind, word == "asc" || word == "desc" else { return key }
    advance()
    return try node(.sortKey(isDescending: word == "desc", key), at: key.offset)
  }

  private mutating func typeSpecifier() throws(FHIRPathError) -> SyntaxNode.TypeSpecifier {
    let offset = token.offset
    let first = try typeName()
    guard take(".") else { return SyntaxNode.TypeSpecifier(namespace: nil, name: first, offset: offset) }
    let second = try typeName()
    guard token.kind != .symbol("(") else {
      throw error("a function of a type is none; put the 'is' or 'as' into parentheses", at: offset)
    }
    return SyntaxNode.TypeSpecifier(namespace: first, name: second, offset: offset)
  }

  private mutating func typeName() throws(FHIRPathError) -> String {
    switch token.kind {
    case .identifier(let name), .delimited(let name):
      advance()
      return name
    default: throw error("expected the name of a type, found \(token.name)")
    }
  }
}

/// An expression as a tree, before names and functions are resolved.
struct SyntaxNode: Sendable {
  indirect enum Kind: Sendable {
    case literal(Literal)
    /// A name; at the start of a path, or to the right of a dot.
    case identifier(String)
    case function(String, [SyntaxNode])
    /// `$this`, `$index`, `$total`.
    case variable(String)
    case constant(String)
    /// `left.right`, where the right side is an identifier, a function or a variable.
    case invocation(SyntaxNode, SyntaxNode)
    case indexer(SyntaxNode, SyntaxNode)
    case polarity(isNegative: Bool, SyntaxNode)
    case binary(Instruction.Op, SyntaxNode, SyntaxNode)
    /// `is` and `as`.
    case type(isCast: Bool, SyntaxNode, TypeSpecifier)
    /// A key of `sort()`, followed by `asc` or `desc`.
    case sortKey(isDescending: Bool, SyntaxNode)
  }

  enum Literal: Sendable {
    case empty
    case boolean(Bool)
    case string(String)
    case number(Decimal)
    case moment(Moment, Moment.Kind)
    /// A number with a UCUM unit, or with a calendar duration such as `years`.
    case quantity(Decimal, unit: String, isCalendar: Bool)
  }

  /// `Patient`, `FHIR.Patient`, `System.String`.
  struct TypeSpecifier: Sendable {
    var namespace: String?
    var name: String
    var offset: Int
  }

  var kind: Kind
  /// The byte offset in the expression that messages point to.
  var offset: Int
  var depth: Int

  /// The parts of `focus.name(arguments)` or `name(arguments)`; `nil` for anything else.
  var call: (focus: SyntaxNode?, name: String, arguments: [SyntaxNode])? {
    switch kind {
    case .function(let name, let arguments): return (nil, name, arguments)
    case .invocation(let left, let right):
      guard case .function(let name, let arguments) = right.kind else { return nil }
      return (left, name, arguments)
    default: return nil
    }
  }

  init(_ kind: Kind, at offset: Int) {
    (self.kind, self.offset) = (kind, offset)
    switch kind {
    case .literal, .identifier, .variable, .constant: depth = 1
    case .function(_, let arguments): depth = 1 + (arguments.map(\.depth).max() ?? 0)
    case .invocation(let left, let right), .indexer(let left, let right), .binary(_, let left, let right):
      depth = 1 + max(left.depth, right.depth)
    case .polarity(_, let operand), .type(_, let operand, _), .sortKey(_, let operand): depth = 1 + operand.depth
    }
  }
}

extension Instruction.Op {
  /// The operators with two operands by their signs, with their precedence: a higher one binds more strongly. The order
  /// of the grammar's alternatives.
  static let operators: [String: (op: Instruction.Op, precedence: Int)] = [
    "*": (.multiply, 10), "/": (.divide, 10), "div": (.div, 10), "mod": (.mod, 10),
    "+": (.add, 9), "-": (.subtract, 9), "&": (.concatenate, 9),
    "|": (.union, 7),
    "<": (.less, 6), "<=": (.lessOrEqual, 6), ">": (.greater, 6), ">=": (.greaterOrEqual, 6),
    "=": (.equal, 5), "!=": (.notEqual, 5), "~": (.equivalent, 5), "!~": (.notEquivalent, 5),
    "in": (.inside, 4), "contains": (.contains, 4),
    "and": (.and, 3), "or": (.or, 2), "xor": (.xor, 2), "implies": (.implies, 1),
  ]

  static let typePrecedence = 8

  /// The operator or the function, as messages write it.
  var sign: String {
    if let sign = Self.operators.first(where: { $0.value.op == self })?.key { return "'\(sign)'" }
    let function = FunctionEntry.all.first { $0.value.op == self }?.key ?? ""
    switch self {
    case .negate: return "'-'"
    case .positive: return "'+'"
    case .indexer: return "'[]'"
    case .isType, .asType: return "'\(function)'"
    default: return "\(function)()"
    }
  }
}
