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
    case binary(BinaryOperator, SyntaxNode, SyntaxNode)
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
    case date(Moment)
    case dateTime(Moment)
    case time(Moment)
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

/// The operators with two operands, and their precedence.
enum BinaryOperator: String {
  case multiply = "*"
  case divide = "/"
  case div
  case mod
  case add = "+"
  case subtract = "-"
  case concatenate = "&"
  case union = "|"
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case equal = "="
  case notEqual = "!="
  case equivalent = "~"
  case notEquivalent = "!~"
  case inside = "in"
  case contains
  case and
  case or
  case xor
  case implies

  /// Higher binds more strongly; the order of the grammar's alternatives.
  var precedence: Int {
    switch self {
    case .multiply, .divide, .div, .mod: 10
    case .add, .subtract, .concatenate: 9
    case .union: 7
    case .less, .lessOrEqual, .greater, .greaterOrEqual: 6
    case .equal, .notEqual, .equivalent, .notEquivalent: 5
    case .inside, .contains: 4
    case .and: 3
    case .or, .xor: 2
    case .implies: 1
    }
  }

  /// The precedence of `is` and `as`.
  static let typePrecedence = 8
}
