import FHIRSchema

extension FastFormFinder {
  /// A path, `nil` if an expression is more than a path.
  mutating func path(_ node: SyntaxNode, this: Int16) -> FastPathDraft? {
    switch node.kind {
    case .identifier(let name): return start(name, this: this)
    case .variable("this"): return FastPathDraft(type: this, leaf: leaf(ofType: this))
    case .function:
      return step(node, behind: FastPathDraft(type: this, leaf: leaf(ofType: this)))
    case .invocation(let left, let right):
      guard let focus = path(left, this: this) else { return nil }
      return step(right, behind: focus)
    default: return nil
    }
  }

  /// A path to values of a kind.
  mutating func path(_ node: SyntaxNode, _ leaf: FastLeaf, this: Int16) -> FastPathDraft? {
    guard let path = path(node, this: this), path.leaf == leaf else { return nil }
    return path
  }

  /// A path to values that are compared with others: texts for equality, moments and numbers for the order.
  mutating func operand(_ node: SyntaxNode, _ isEquality: Bool, this: Int16) -> FastPathDraft? {
    guard let path = path(node, this: this) else { return nil }
    let isSupported = isEquality ? path.leaf == .text : path.leaf == .moment || path.leaf == .number
    return isSupported ? path : nil
  }

  private mutating func step(_ node: SyntaxNode, behind focus: FastPathDraft) -> FastPathDraft? {
    var path = focus
    switch node.kind {
    case .identifier(let name):
      guard let next = follow(name, from: path.type) else { return nil }
      path.steps += next.steps
      (path.type, path.leaf) = (next.type, next.leaf)
    case .function("where", let arguments) where arguments.count == 1:
      guard let criterion = criterion(arguments[0], this: path.type) else { return nil }
      path.steps.append(.filter(criterion))
    case .function("trace", let arguments) where arguments.count == 1:
      // Nobody listens to what is found so.
      guard case .literal(.string) = arguments[0].kind else { return nil }
    default: return nil
    }
    return path
  }

  /// A path begins with a member, or with the type of the element, which is skipped.
  private func start(_ name: String, this: Int16) -> FastPathDraft? {
    if this >= 0, schema.typeNames[Int(this)] == name {
      return FastPathDraft(type: this, leaf: .other)
    }
    return follow(name, from: this)
  }

  /// The path to the members with a name; `nil` if the name is not supported in a path.
  private func follow(_ name: String, from type: Int16) -> FastPathDraft? {
    guard let first = name.utf8.first, first &- 0x61 < 26 else { return nil }
    let member = type >= 0 ? schema.rows.member(draft.arena.arena.keep(name), of: type) : -1
    // FHIRPath names `valueQuantity` only as `value`.
    if member >= 0 ? schema.members[member].flags.contains(.choice) : isLikeChoice(name) { return nil }
    guard member >= 0 else {
      // An evaluation searches for a choice only if the type has no member with the name.
      return FastPathDraft(
        steps: [.member(name, mayBeChoice: true, forms: forms(of: name, in: type))], type: -1, leaf: .other)
    }
    let row = schema.members[member]
    let next = row.kind == .complex || row.kind.isPrimitive ? Int16(truncatingIfNeeded: row.type) : -1
    return FastPathDraft(
      steps: [.member(name, mayBeChoice: false, forms: [])], type: next, leaf: leaf(ofType: next))
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
}
