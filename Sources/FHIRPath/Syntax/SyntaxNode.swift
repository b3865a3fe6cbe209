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
  /// The depth of the tree below this node.
  var depth: Int

  init(_ kind: Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
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

  /// The precedence of `is` and `as`.
  static let typePrecedence = 8
}
