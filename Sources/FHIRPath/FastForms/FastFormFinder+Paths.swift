import FHIRSchema

/// A path during compilation, or several whose items follow each other.
struct FastPathDraft {
  var alternatives: [[FastStepDraft]] = [[]]
  /// The row of the type of its items, -1 if that is unknown.
  var type: Int16
  var leaf: FastLeaf
  /// Whether items that are in several of the paths count once.
  var isUnion = false

  mutating func append(_ step: FastStepDraft) {
    for place in alternatives.indices { alternatives[place].append(step) }
  }
}

extension FastFormFinder {
  /// A path, `nil` if an expression is more than a path.
  mutating func path(_ node: SyntaxNode, this: Int16) -> FastPathDraft? {
    switch node.kind {
    case .identifier(let name): return start(name, this: this)
    case .variable("this"): return FastPathDraft(type: this, leaf: leaf(ofType: this))
    case .binary(.union, let left, let right):
      guard var paths = path(left, this: this), let others = path(right, this: this) else { return nil }
      join(&paths, others)
      paths.isUnion = true
      return paths
    case .function:
      return step(node, behind: FastPathDraft(type: this, leaf: leaf(ofType: this)), this: this)
    case .invocation(let left, let right):
      guard let focus = path(left, this: this) else { return nil }
      return step(right, behind: focus, this: this)
    default: return nil
    }
  }

  /// - Parameter this: the type of `$this` outside the path.
  private mutating func step(_ node: SyntaxNode, behind focus: FastPathDraft, this: Int16) -> FastPathDraft? {
    var path = focus
    switch node.kind {
    case .identifier(let name):
      guard let next = follow([name], from: path.type) else { return nil }
      path.append(next.steps[0])
      (path.type, path.leaf) = (next.type, next.leaf)
    case .function("where", let arguments) where arguments.count == 1:
      let criterion = condition(arguments[0], this: path.type)
      let node = draft.nodes[Int(criterion)]
      guard node.canBeYes, node.canBeNo else { return nil }
      path.append(.filter(criterion))
    case .function("select", let arguments) where arguments.count == 1:
      guard let inner = self.path(arguments[0], this: path.type), inner.alternatives.count == 1 else { return nil }
      for step in inner.alternatives[0] { path.append(step) }
      (path.type, path.leaf) = (inner.type, inner.leaf)
    case .function("combine", let arguments) where arguments.count == 1:
      guard let others = self.path(arguments[0], this: this), !others.isUnion else { return nil }
      join(&path, others)
    case .function("trace", let arguments) where arguments.count == 1: break
    default: return nil
    }
    return path
  }

  private func join(_ path: inout FastPathDraft, _ others: FastPathDraft) {
    path.alternatives += others.alternatives
    path.isUnion = path.isUnion || others.isUnion
    if path.type != others.type { path.type = -1 }
    if path.leaf != others.leaf { path.leaf = .other }
  }

  /// A path begins with a member, or with the type of the element, which is skipped.
  private func start(_ name: String, this: Int16) -> FastPathDraft? {
    if this >= 0, schema.typeNames[Int(this)] == name {
      return FastPathDraft(type: this, leaf: .other)
    }
    guard let next = follow([name], from: this) else { return nil }
    return FastPathDraft(alternatives: [next.steps], type: next.type, leaf: next.leaf)
  }

  /// The steps of a path, and the kind of its items; `nil` if a name is not supported in a path.
  func follow(_ names: [String], from type: Int16) -> (steps: [FastStepDraft], type: Int16, leaf: FastLeaf)? {
    var (steps, type, leaf) = ([FastStepDraft](), type, FastLeaf.other)
    for name in names {
      guard let first = name.utf8.first, first &- 0x61 < 26 else { return nil }
      let member = type >= 0 ? schema.rows.member(draft.arena.arena.keep(name), of: type) : -1
      // FHIRPath names `valueQuantity` only as `value`.
      if member >= 0 ? schema.members[member].flags.contains(.choice) : isLikeChoice(name) { return nil }
      // An evaluation searches for a choice only if the type has no member with the name.
      steps.append(.member(name, mayBeChoice: member < 0, forms: member < 0 ? forms(of: name, in: type) : []))
      guard member >= 0 else {
        (type, leaf) = (-1, .other)
        continue
      }
      let row = schema.members[member]
      type = row.kind == .complex || row.kind.isPrimitive ? Int16(truncatingIfNeeded: row.type) : -1
      leaf = self.leaf(ofType: type)
    }
    return (steps, type, leaf)
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
      guard element.isChoice else { return false }
      guard name.utf8.starts(with: element.baseNameBytes) else { return false }
      let rest = name.utf8.dropFirst(element.baseNameBytes.count)
      guard let first = rest.first, first &- 0x41 < 26 else { return false }
      return element.types.contains { $0.name.utf8.dropFirst().elementsEqual(rest.dropFirst()) }
    }
  }

  /// How values of a type are compared.
  func leaf(ofType type: Int16) -> FastLeaf {
    guard type >= 0 else { return .other }
    switch schema.kinds[Int(type)] {
    case .string, .markdown, .uri, .oid, .uuid, .id, .code: return .text
    case .date, .dateTime, .instant, .signedDate, .signedDateTime, .signedLeapDateTime, .signedInstant:
      return .moment
    case .integer, .unsignedInt, .positiveInt, .decimal: return .number
    case .boolean: return .boolean
    default: return .other
    }
  }

  /// A path to a value that has an order, including `path.trim().toDecimal()`.
  mutating func operand(_ node: SyntaxNode, this: Int16) -> FastPathDraft? {
    if case .invocation(let focus, let right) = node.kind, case .function(let name, let arguments) = right.kind,
      ["toDecimal", "toInteger"].contains(name), arguments.isEmpty
    {
      var inner = focus
      if case .invocation(let text, let trim) = focus.kind, case .function("trim", _) = trim.kind { inner = text }
      guard var path = path(inner, this: this), path.leaf == .text, path.alternatives.count == 1 else { return nil }
      path.leaf = .numeral
      return path
    }
    guard let path = path(node, this: this), path.alternatives.count == 1 else { return nil }
    return path.leaf == .moment || path.leaf == .number ? path : nil
  }

  /// Adds one or several paths to the form, and returns their numbers.
  mutating func add(_ path: FastPathDraft) -> Range<Int32> {
    let numbers = path.alternatives.map { draft.add(path: $0, path.leaf) }
    return numbers[0]..<numbers[0] + Int32(truncatingIfNeeded: numbers.count)
  }
}
