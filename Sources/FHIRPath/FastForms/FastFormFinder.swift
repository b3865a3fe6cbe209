import FHIRSchema

/// Recognises the shapes that a ``FastForm`` supports.
///
/// These are presence and absence of members; equality of a member with a constant, or membership in a list of
/// constants; the order of two members, or of a member and a number; the number of items; texts that begin with,
/// contain or match a constant; distinct items; and combinations of these with `and`, `or`, `xor`, `implies`, `not()`,
/// `exists()`, `all()` and `where()`. A path consists of names, `where()` and `select()`. Everything else is
/// ``FastNode/Kind/open``.
struct FastFormFinder {
  let schema: SchemaTable
  var draft = FastFormDraft()

  init(_ schema: SchemaTable) { self.schema = schema }

  /// The number of the node for an expression that applies to elements of a type.
  mutating func condition(_ node: SyntaxNode, this: Int16) -> Int32 {
    if let shape = template(node, this: this) { return shape }
    switch node.kind {
    case .literal(.boolean(let isTrue)):
      return draft.add(FastNode(kind: isTrue ? .yes : .no, canBeYes: isTrue, canBeNo: !isTrue))
    case .binary(let sign, let left, let right): return binary(sign, left, right, this: this)
    case .function(let name, let arguments): return call(name, arguments, focus: nil, this: this)
    case .invocation(let focus, let right):
      if case .function(let name, let arguments) = right.kind, let known = known(name, arguments, focus, this: this) {
        return known
      }
    default: break
    }
    guard let path = path(node, this: this), path.leaf == .boolean, path.alternatives.count == 1 else { return open() }
    return draft.add(FastNode(kind: .boolean, isTotal: false, paths: add(path)))
  }

  /// The node of an unsupported shape.
  func open() -> FastNode { FastNode(kind: .open, isTotal: false, canBeYes: false, canBeNo: false) }
  mutating func open() -> Int32 { draft.add(open()) }

  // MARK: - Operators

  private mutating func binary(
    _ sign: Instruction.Op, _ left: SyntaxNode, _ right: SyntaxNode, this: Int16
  ) -> Int32 {
    switch sign {
    case .and, .or, .implies, .xor:
      return join(sign, condition(left, this: this), condition(right, this: this))
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
      return comparison(sign, left, right, this: this)
    case .inside:
      guard let path = path(left, this: this), path.leaf == .text, path.alternatives.count == 1,
        let texts = Self.texts(right)
      else { return open() }
      return draft.add(FastNode(kind: .isOneOf, isTotal: false, paths: add(path), texts: draft.add(texts)))
    default: return open()
    }
  }

  /// Combines two conditions.
  private mutating func join(_ sign: Instruction.Op, _ left: Int32, _ right: Int32) -> Int32 {
    let (a, b) = (draft.nodes[Int(left)], draft.nodes[Int(right)])
    var node = FastNode(kind: .and, isTotal: a.isTotal && b.isTotal, left: left, right: right)
    switch sign {
    case .and:
      node.canBeYes = a.canBeYes && b.canBeYes
      node.canBeNo = a.canBeNo || b.canBeNo
    case .or:
      node.kind = .or
      node.canBeYes = a.canBeYes || b.canBeYes
      node.canBeNo = a.canBeNo && b.canBeNo
    case .implies:
      node.kind = .implies
      node.canBeYes = a.canBeNo || b.canBeYes
      node.canBeNo = a.canBeYes && b.canBeNo
    default:
      node.kind = sign == .xor ? .xor : sign == .equal ? .same : .differ
      node.canBeYes = a.canBeYes && b.canBeYes || a.canBeNo && b.canBeNo
      node.canBeNo = a.canBeYes && b.canBeNo || a.canBeNo && b.canBeYes
    }
    return draft.add(node)
  }

  /// `'a' | 'b'`, or one text.
  private static func texts(_ node: SyntaxNode) -> [String]? {
    switch node.kind {
    case .literal(.string(let text)): return [text]
    case .binary(.union, let left, let right):
      guard let left = texts(left), let right = texts(right) else { return nil }
      return left + right
    default: return nil
    }
  }

  private mutating func comparison(
    _ sign: Instruction.Op, _ left: SyntaxNode, _ right: SyntaxNode, this: Int16
  ) -> Int32 {
    guard let comparison = FastNode.Comparison(sign) else { return open() }
    let isEquality = sign == .equal || sign == .notEqual
    if isEquality, let literal = constant(right) {
      return equality(left, literal, isNegated: sign == .notEqual, this: this)
    }
    if isEquality, Self.isQuestion(left), Self.isQuestion(right) {
      return join(sign, condition(left, this: this), condition(right, this: this))
    }
    if case .literal(.number(let number)) = right.kind { return order(left, comparison, number, this: this) }
    guard let first = isEquality ? textPath(left, this: this) : operand(left, this: this),
      let second = isEquality ? textPath(right, this: this) : operand(right, this: this),
      (first.leaf == .moment) == (second.leaf == .moment)
    else { return open() }
    let path = add(first)
    _ = add(second)
    return draft.add(
      FastNode(kind: .compare, comparison: comparison, isTotal: false, paths: path.lowerBound..<path.lowerBound + 2))
  }

  /// A literal, or the value of a constant such as `%ucum`.
  private func constant(_ node: SyntaxNode) -> SyntaxNode.Literal? {
    switch node.kind {
    case .literal(let literal): literal
    case .constant(let name): Compiler.text(of: name).map { .string($0) }
    default: nil
    }
  }

  private mutating func textPath(_ node: SyntaxNode, this: Int16) -> FastPathDraft? {
    guard let path = path(node, this: this), path.leaf == .text, path.alternatives.count == 1 else { return nil }
    return path
  }

  private mutating func equality(
    _ left: SyntaxNode, _ literal: SyntaxNode.Literal, isNegated: Bool, this: Int16
  ) -> Int32 {
    switch literal {
    case .string(let text):
      guard let path = path(left, this: this), path.leaf == .text, path.alternatives.count == 1 else { return open() }
      return negated(draft.add(FastNode(kind: .isText, paths: add(path), texts: draft.add([text]))), isNegated)
    case .boolean(let isTrue):
      let isQuestion = Self.isQuestion(left)
      guard isQuestion || path(left, this: this)?.leaf == .boolean else { return open() }
      return negated(condition(left, this: this), isNegated == isTrue)
    case .number(let number): return order(left, isNegated ? .notEqual : .equal, number, this: this)
    default: return open()
    }
  }

  /// Compares a number of items, or the value of one, with a number.
  private mutating func order(
    _ left: SyntaxNode, _ comparison: FastNode.Comparison, _ number: Decimal, this: Int16
  ) -> Int32 {
    if let paths = counted(left, this: this) {
      guard let number = number.normalized.scale == 0 ? Int(exactly: number.normalized.digits) : nil else {
        return open()
      }
      return draft.add(FastNode(kind: .count, comparison: comparison, paths: paths, number: number))
    }
    guard let path = operand(left, this: this), path.leaf != .moment,
      let millionths = number.normalized.rescaled(to: 6), millionths.scale == 6,
      let number = Int(exactly: millionths.digits)
    else { return open() }
    return draft.add(
      FastNode(kind: .compare, comparison: comparison, isTotal: false, paths: add(path), number: number))
  }

  /// The paths of `a.count() + b.count()`, which get consecutive numbers.
  private mutating func counted(_ node: SyntaxNode, this: Int16) -> Range<Int32>? {
    guard let paths = countedPaths(node, this: this) else { return nil }
    return add(paths)
  }

  private mutating func countedPaths(_ node: SyntaxNode, this: Int16) -> FastPathDraft? {
    switch node.kind {
    case .binary(.add, let left, let right):
      guard var paths = countedPaths(left, this: this), let others = countedPaths(right, this: this) else { return nil }
      paths.alternatives += others.alternatives
      return paths
    case .invocation(let focus, let right):
      guard case .function("count", let arguments) = right.kind, arguments.isEmpty else { return nil }
      let paths = path(focus, this: this)
      return paths?.isUnion == true ? nil : paths
    default: return nil
    }
  }

  /// Whether an expression is a call whose result is always true or false, never empty.
  private static func isQuestion(_ node: SyntaxNode) -> Bool {
    guard case .invocation(let focus, let right) = node.kind, case .function(let name, _) = right.kind else {
      return false
    }
    return name == "not" ? isQuestion(focus) : ["exists", "empty", "hasValue"].contains(name)
  }

  mutating func negated(_ number: Int32, _ isNegated: Bool = true) -> Int32 {
    guard isNegated else { return number }
    let node = draft.nodes[Int(number)]
    return draft.add(
      FastNode(kind: .not, isTotal: node.isTotal, canBeYes: node.canBeNo, canBeNo: node.canBeYes, left: number))
  }
}

extension FastNode.Comparison {
  fileprivate init?(_ sign: Instruction.Op) {
    switch sign {
    case .equal: self = .equal
    case .notEqual: self = .notEqual
    case .less: self = .less
    case .lessOrEqual: self = .lessOrEqual
    case .greater: self = .greater
    case .greaterOrEqual: self = .greaterOrEqual
    default: return nil
    }
  }
}
