import FHIRSchema

/// Recognises the shapes that a ``FastForm`` supports.
///
/// These are presence and absence of members; equality of a member with a text or a boolean, or of two members; the order
/// of two members, or of a member and a number; the number of items; how precise a date or time is, by the length of its
/// text; the type of the element; texts that two paths have in common; and combinations of these with `and`, `or`, `xor`,
/// `implies`, `not()`, `exists()`, `all()` and `where()`. A path consists of names, `where()`, `trace()`, and `ofType()` of
/// items whose type is known. Everything else is ``FastNode/Kind/open``: `fhirbench` shows no gain for other shapes, and
/// each must agree with the evaluator.
struct FastFormFinder {
  let schema: SchemaTable
  private(set) var nodes: [FastNode] = []
  private(set) var paths: [FastPath] = []
  private(set) var steps: [FastStep] = []
  private(set) var texts: [TextSpan] = []
  let arena = ProgramArena()

  init(_ schema: SchemaTable) { self.schema = schema }

  /// The number of the node for an expression that applies to elements of a type.
  mutating func condition(_ node: SyntaxNode, this: Int16) -> Int32 {
    switch node.kind {
    case .binary(let sign, let left, let right): return binary(sign, left, right, this: this)
    case .type(isCast: false, let focus, let specifier): return typeTest(focus, specifier, this: this)
    default: break
    }
    if let (focus, name, arguments) = node.call { return call(name, arguments, focus: focus, this: this) }
    guard let path = path(node, .boolean, this: this) else { return open() }
    return add(FastNode(kind: .boolean, paths: add([path])))
  }

  mutating func open() -> Int32 { add(FastNode(kind: .open, canBeYes: false, canBeNo: false)) }

  /// `$this is TYPE` or `$this is FHIR.TYPE`, which the type of the element decides.
  private mutating func typeTest(_ focus: SyntaxNode, _ specifier: SyntaxNode.TypeSpecifier, this: Int16) -> Int32 {
    guard case .variable("this") = focus.kind, this >= 0,
      // A capital letter alone may mean a type of FHIRPath.
      specifier.namespace == "FHIR"
        || specifier.namespace == nil && specifier.name.utf8.first.map({ $0 &- 0x61 < 26 }) ?? false,
      let type = schema.type(named: specifier.name)
    else { return open() }
    return always(schema.isKind(TypeID(Int(this)), of: type))
  }

  private mutating func always(_ answer: Bool) -> Int32 {
    negated(add(FastNode(kind: .always, canBeNo: false)), !answer)
  }

  // MARK: - Calls

  /// A call; without a focus it applies to the element itself.
  private mutating func call(_ name: String, _ arguments: [SyntaxNode], focus: SyntaxNode?, this: Int16) -> Int32 {
    if name == "not", arguments.isEmpty, let focus { return negated(condition(focus, this: this)) }
    if name == "empty", arguments.isEmpty, let focus, let node = disjoint(focus, this: this) { return node }
    let focusPath = focus.map { path($0, this: this) } ?? element(this)
    guard let path = focusPath else { return open() }
    switch (name, arguments.count) {
    case ("empty", 0) where path.isNothing, ("all", 1) where path.isNothing: return always(true)
    case ("exists", 0) where path.isNothing: return always(false)
    case _ where path.isNothing: return open()
    case ("exists", 0): return exists(path)
    case ("empty", 0): return negated(exists(path))
    case ("exists", 1):
      guard let criterion = criterion(arguments[0], this: path.type) else { return open() }
      return add(FastNode(kind: .exists, left: criterion, paths: add([path])))
    case ("all", 1):
      // A comparison of each item itself is never empty, which would be no yes.
      guard let criterion = criterion(arguments[0], this: path.type), nodes[Int(criterion)].kind == .isText,
        paths[Int(nodes[Int(criterion)].paths.lowerBound)].steps.isEmpty
      else { return open() }
      return negated(add(FastNode(kind: .exists, left: negated(criterion), paths: add([path]))))
    case ("hasValue", 0): return add(FastNode(kind: .hasValue, paths: add([path])))
    default: return open()
    }
  }

  /// Whether a path has an item; `a.where(b).exists()` is `a.exists(b)`.
  private mutating func exists(_ path: FastPathDraft) -> Int32 {
    var path = path
    let criterion = path.steps.last?.filter ?? -1
    if criterion >= 0 { path.steps.removeLast() }
    return add(FastNode(kind: .exists, left: criterion, paths: add([path])))
  }

  /// `a.intersect(b).empty()`, given without the last call; `nil` for anything else.
  private mutating func disjoint(_ node: SyntaxNode, this: Int16) -> Int32? {
    guard case .invocation(let focus, let right) = node.kind, case .function("intersect", let others) = right.kind,
      others.count == 1, let first = path(focus, .text, this: this), let second = path(others[0], .text, this: this)
    else { return nil }
    return add(FastNode(kind: .disjoint, canBeNo: false, paths: add([first, second])))
  }

  /// The condition on the items of a path, `nil` if it can only be undecided for some items.
  mutating func criterion(_ node: SyntaxNode, this: Int16) -> Int32? {
    let number = condition(node, this: this)
    let node = nodes[Int(number)]
    return node.canBeYes && node.canBeNo ? number : nil
  }

  // MARK: - Operators

  private mutating func binary(_ sign: Instruction.Op, _ left: SyntaxNode, _ right: SyntaxNode, this: Int16) -> Int32 {
    switch sign {
    case .and, .or, .xor: return join(sign, condition(left, this: this), condition(right, this: this))
    case .implies: return join(.or, negated(condition(left, this: this)), condition(right, this: this))
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
      return compare(sign, left, right, this: this)
    default: return open()
    }
  }

  /// Combines two conditions. If the left one is undecided, so is the result: its evaluation might fail.
  private mutating func join(_ sign: Instruction.Op, _ left: Int32, _ right: Int32) -> Int32 {
    let (a, b) = (nodes[Int(left)], nodes[Int(right)])
    var node = FastNode(kind: .and, left: left, right: right)
    switch sign {
    case .and: (node.canBeYes, node.canBeNo) = (a.canBeYes && b.canBeYes, a.canBeNo || a.canBeYes && b.canBeNo)
    case .or:
      node.kind = .or
      (node.canBeYes, node.canBeNo) = (a.canBeYes || a.canBeNo && b.canBeYes, a.canBeNo && b.canBeNo)
    default:
      node.kind = .same
      node.canBeYes = a.canBeYes && b.canBeYes || a.canBeNo && b.canBeNo
      node.canBeNo = a.canBeYes && b.canBeNo || a.canBeNo && b.canBeYes
    }
    return negated(add(node), sign == .xor || sign == .notEqual)
  }

  private mutating func negated(_ number: Int32, _ isNegated: Bool = true) -> Int32 {
    guard isNegated else { return number }
    let node = nodes[Int(number)]
    return add(FastNode(kind: .not, canBeYes: node.canBeNo, canBeNo: node.canBeYes, left: number))
  }

  private mutating func compare(_ sign: Instruction.Op, _ left: SyntaxNode, _ right: SyntaxNode, this: Int16) -> Int32 {
    let isEquality = sign == .equal || sign == .notEqual
    if isEquality, let literal = constant(right) {
      return equality(left, literal, isNegated: sign == .notEqual, this: this)
    }
    if isEquality, Self.isQuestion(left), Self.isQuestion(right) {
      return join(sign, condition(left, this: this), condition(right, this: this))
    }
    if case .literal(.number(let number)) = right.kind { return order(left, sign, number, this: this) }
    let leaves: [FastLeaf] = isEquality ? [.text] : [.moment, .number]
    guard let first = path(left, this: this, leaves), let second = path(right, this: this, leaves),
      first.leaf == second.leaf
    else { return open() }
    return add(FastNode(kind: .compare, comparison: sign, paths: add([first, second])))
  }

  /// A literal that is no number, or the value of a constant such as `%ucum`.
  private func constant(_ node: SyntaxNode) -> SyntaxNode.Literal? {
    switch node.kind {
    case .literal(.number): nil
    case .literal(let literal): literal
    case .constant(let name): Compiler.text(of: name).map { .string($0) }
    default: nil
    }
  }

  private mutating func equality(
    _ left: SyntaxNode, _ literal: SyntaxNode.Literal, isNegated: Bool, this: Int16
  ) -> Int32 {
    switch literal {
    case .string(let text):
      guard let path = path(left, .text, this: this) else { return open() }
      let node = FastNode(kind: .isText, paths: add([path]), text: add([text]).lowerBound)
      return negated(add(node), isNegated)
    case .boolean(let isTrue):
      guard let path = path(left, .boolean, this: this) else { return open() }
      return negated(add(FastNode(kind: .boolean, paths: add([path]))), isNegated == isTrue)
    default: return open()
    }
  }

  /// Compares a number of items, or the value of one, with a number.
  private mutating func order(_ left: SyntaxNode, _ sign: Instruction.Op, _ number: Decimal, this: Int16) -> Int32 {
    let whole = number.whole.flatMap { Int(exactly: $0) }
    if let paths = counted(left, this: this) {
      guard let number = whole else { return open() }
      return add(FastNode(kind: .count, comparison: sign, paths: add(paths), number: number))
    }
    if let path = moment(withTextOf: left, this: this) {
      guard let number = whole else { return open() }
      return add(FastNode(kind: .length, comparison: sign, paths: add([path]), number: number))
    }
    guard let path = path(left, .number, this: this), let millionths = number.normalized.rescaled(to: 6),
      millionths.scale == 6, let number = Int(exactly: millionths.digits)
    else { return open() }
    return add(FastNode(kind: .compare, comparison: sign, paths: add([path]), number: number))
  }

  /// The paths of `a.count() + b.count()`.
  private mutating func counted(_ node: SyntaxNode, this: Int16) -> [FastPathDraft]? {
    switch node.kind {
    case .binary(.add, let left, let right):
      guard let paths = counted(left, this: this), let others = counted(right, this: this) else { return nil }
      return paths + others
    case .invocation(let focus, let right):
      guard case .function("count", let arguments) = right.kind, arguments.isEmpty,
        let path = path(focus, this: this), !path.isNothing
      else { return nil }
      return [path]
    default: return nil
    }
  }

  /// The path of `a.toString().length()`, where `a` is a date or a time, or of `toString().length()`.
  private mutating func moment(withTextOf node: SyntaxNode, this: Int16) -> FastPathDraft? {
    guard case (let text?, "length", let none)? = node.call, case (let focus, "toString", let nothing)? = text.call,
      none.isEmpty, nothing.isEmpty
    else { return nil }
    let found = focus.map { path($0, this: this) } ?? element(this)
    return found?.leaf == .moment ? found : nil
  }

  /// Whether an expression is a call whose result is always true or false, never empty.
  private static func isQuestion(_ node: SyntaxNode) -> Bool {
    guard case (let focus?, let name, _)? = node.call else { return false }
    return name == "not" ? isQuestion(focus) : ["exists", "empty", "hasValue"].contains(name)
  }

  /// A path, `nil` if an expression is more than a path.
  mutating func path(_ node: SyntaxNode, this: Int16) -> FastPathDraft? {
    switch node.kind {
    case .identifier(let name):
      // A path begins with a member, or with the type of the element, which is skipped.
      if this >= 0, schema.typeNames[Int(this)] == name { return FastPathDraft(type: this, leaf: .other) }
      return follow(name, from: this)
    case .variable("this"): return element(this)
    case .function: return step(node, behind: element(this))
    case .invocation(let left, let right):
      guard let focus = path(left, this: this) else { return nil }
      return step(right, behind: focus)
    case .binary(.union, let left, let right):
      // The element itself is there once.
      guard let one = path(left, this: this), let other = path(right, this: this) else { return nil }
      return one.isNothing ? other.orNothing : other.isNothing ? one.orNothing : nil
    default: return nil
    }
  }

  mutating func path(_ node: SyntaxNode, _ leaf: FastLeaf, this: Int16) -> FastPathDraft? {
    path(node, this: this, [leaf])
  }

  private mutating func path(_ node: SyntaxNode, this: Int16, _ leaves: [FastLeaf]) -> FastPathDraft? {
    path(node, this: this).flatMap { leaves.contains($0.leaf) ? $0 : nil }
  }

  private mutating func step(_ node: SyntaxNode, behind focus: FastPathDraft) -> FastPathDraft? {
    if focus.isNothing {
      switch node.kind {
      case .identifier, .function("where", _), .function("ofType", _): return focus
      default: return nil
      }
    }
    var path = focus
    switch node.kind {
    case .identifier(let name):
      guard let next = follow(name, from: path.type) else { return nil }
      path.steps += next.steps
      (path.type, path.leaf) = (next.type, next.leaf)
    case .function("where", let arguments) where arguments.count == 1:
      guard let criterion = criterion(arguments[0], this: path.type) else { return nil }
      path.steps.append(FastStep(filter: criterion))
    case .function("ofType", let arguments) where arguments.count == 1:
      // Nested elements have types of their own, which definitions call by others.
      guard case .identifier(let name) = arguments[0].kind, let type = schema.type(named: name), path.type >= 0,
        case let own = TypeID(Int(path.type)), schema.types[own].category != .nested
      else { return nil }
      // For `ofType()` all primitives are independent types, whatever their bases.
      let isOfType = schema.types[type].category == .primitive ? own == type : schema.isKind(own, of: type)
      if !isOfType { return FastPathDraft(type: -1, leaf: .other, isNothing: true) }
    case .function("trace", let arguments) where arguments.count == 1:
      // Nobody listens to what is found so.
      guard case .literal(.string) = arguments[0].kind else { return nil }
    default: return nil
    }
    return path
  }

  /// The path to the members with a name; `nil` if the name is not supported in a path.
  private mutating func follow(_ name: String, from type: Int16) -> FastPathDraft? {
    guard let first = name.utf8.first, first &- 0x61 < 26 else { return nil }
    let text = arena.arena.keep(name)
    let member = type >= 0 ? schema.rows.member(text, of: type) : -1
    // FHIRPath names `valueQuantity` only as `value`.
    if member >= 0 ? schema.members[member].flags.contains(.choice) : isLikeChoice(name) { return nil }
    guard member >= 0 else {
      // An evaluation searches for a choice only if the type has no member with the name.
      let forms = add(forms(of: name, in: type))
      return FastPathDraft(steps: [FastStep(name: text, mayBeChoice: true, forms: forms)], type: -1, leaf: .other)
    }
    let row = schema.members[member]
    let next = row.kind == .complex || row.kind.isPrimitive ? Int16(truncatingIfNeeded: row.type) : -1
    return FastPathDraft(steps: [FastStep(name: text)], type: next, leaf: leaf(ofType: next))
  }

  /// The names of the forms of a choice that a type has; empty where it has none with this name.
  private func forms(of choice: String, in type: Int16) -> [String] {
    guard type >= 0 else { return [] }
    return schema.memberIndices(of: TypeID(Int(type))).filter { member in
      schema.members[member].flags.contains(.choice)
        && schema.elements[Int(schema.members[member].element)].baseName == choice
    }.map(schema.name(of:))
  }

  /// Whether a name consists of the name of some choice and one of its types.
  private func isLikeChoice(_ name: String) -> Bool {
    guard name.utf8.contains(where: { $0 &- 0x41 < 26 }) else { return false }
    return schema.elements.contains { element in
      guard element.isChoice, name.utf8.starts(with: element.baseNameBytes) else { return false }
      let rest = name.utf8.dropFirst(element.baseNameBytes.count)
      guard let first = rest.first, first &- 0x41 < 26 else { return false }
      return element.types.contains { $0.name.utf8.dropFirst().elementsEqual(rest.dropFirst()) }
    }
  }

  private func element(_ type: Int16) -> FastPathDraft { FastPathDraft(type: type, leaf: leaf(ofType: type)) }

  private func leaf(ofType type: Int16) -> FastLeaf {
    guard type >= 0 else { return .other }
    switch schema.kinds[Int(type)] {
    case .string, .markdown, .uri, .canonical, .oid, .branchedOID, .uuid, .id, .code, .reference, .elementID:
      return .text
    case .date, .dateTime, .instant, .signedDate, .signedDateTime, .signedLeapDateTime, .signedInstant: return .moment
    case .boolean: return .boolean
    case let kind where kind.isNumber: return .number
    default: return .other
    }
  }

  // MARK: - Parts of the form

  private mutating func add(_ node: FastNode) -> Int32 {
    nodes.append(node)
    return Int32(truncatingIfNeeded: nodes.count - 1)
  }

  private mutating func add(_ list: [String]) -> Range<Int32> {
    let first = Int32(truncatingIfNeeded: texts.count)
    texts += list.map { arena.arena.keep($0) }
    return first..<Int32(truncatingIfNeeded: texts.count)
  }

  /// Adds paths, with consecutive numbers.
  private mutating func add(_ drafts: [FastPathDraft]) -> Range<Int32> {
    let first = Int32(truncatingIfNeeded: paths.count)
    for draft in drafts {
      let start = Int32(truncatingIfNeeded: steps.count)
      steps += draft.steps
      let end = Int32(truncatingIfNeeded: steps.count)
      let isMember = end == start + 1 && steps[Int(start)].filter < 0 && steps[Int(start)].forms.isEmpty
      paths.append(FastPath(steps: start..<end, leaf: draft.leaf, isMember: isMember))
    }
    return first..<Int32(truncatingIfNeeded: paths.count)
  }
}
