import FHIRSchema

extension FastFormFinder {
  /// `focus.name(arguments)`, `nil` if that is not a supported condition.
  mutating func known(_ name: String, _ arguments: [SyntaxNode], _ focus: SyntaxNode, this: Int16) -> Int32? {
    switch name {
    case "not" where arguments.isEmpty: return negated(condition(focus, this: this))
    case "trace" where arguments.count == 1: return condition(focus, this: this)
    case "exists", "empty", "all", "hasValue", "isDistinct", "startsWith", "contains", "matches":
      return call(name, arguments, focus: focus, this: this)
    default: return nil
    }
  }

  /// A call; without a focus it applies to the element itself.
  mutating func call(_ name: String, _ arguments: [SyntaxNode], focus: SyntaxNode?, this: Int16) -> Int32 {
    let focusPath = focus.map { path($0, this: this) } ?? FastPathDraft(type: this, leaf: leaf(ofType: this))
    guard let path = focusPath else { return open() }
    let isSingle = path.alternatives.count == 1
    switch (name, arguments.count) {
    case ("exists", 0): return exists(.exists, path)
    case ("empty", 0): return exists(.empty, path)
    case ("exists", 1), ("all", 1):
      let criterion = condition(arguments[0], this: path.type)
      let node = draft.nodes[Int(criterion)]
      guard node.canBeYes, node.canBeNo else { return open() }
      return draft.add(
        FastNode(
          kind: name == "all" ? .all : .exists, isTotal: node.isTotal, left: criterion, paths: add(path)))
    case ("hasValue", 0) where isSingle: return draft.add(FastNode(kind: .hasValue, paths: add(path)))
    case ("isDistinct", 0) where isSingle:
      return draft.add(FastNode(kind: .distinct, canBeNo: false, paths: add(path)))
    case ("startsWith", 1), ("contains", 1), ("matches", 1):
      guard isSingle, path.leaf == .text, case .literal(.string(let text)) = arguments[0].kind, !text.isEmpty else {
        return open()
      }
      if name != "matches" {
        return draft.add(
          FastNode(
            kind: name == "contains" ? .contains : .startsWith, isTotal: false, paths: add(path),
            texts: draft.add([text])))
      }
      guard let pattern = TextPattern(text) else { return open() }
      return draft.add(
        FastNode(
          kind: .matches, isTotal: false, canBeNo: pattern.isAnchored, paths: add(path), texts: draft.add(pattern),
          number: pattern.isAnchored ? 1 : 0))
    default: return open()
    }
  }

  /// Whether a path has an item; `a.where(b).exists()` is `a.exists(b)`.
  private mutating func exists(_ kind: FastNode.Kind, _ path: FastPathDraft) -> Int32 {
    var path = path
    guard path.alternatives.count == 1, case .filter(let criterion) = path.alternatives[0].last else {
      return draft.add(FastNode(kind: kind, paths: add(path)))
    }
    path.alternatives[0].removeLast()
    return draft.add(
      FastNode(kind: kind, isTotal: draft.nodes[Int(criterion)].isTotal, left: criterion, paths: add(path)))
  }

  // MARK: - Shapes as a whole

  /// The node of a shape that is only meaningful as a whole.
  mutating func template(_ node: SyntaxNode, this: Int16) -> Int32? {
    guard ShapeTemplate.mayMatch(node) else { return nil }
    for (number, shape) in ShapeTemplate.all.enumerated() {
      guard let found = shape.match(node) else { continue }
      guard let items = follow(found.names["A"] ?? [], from: this) else { return nil }
      // The compared value must be a text: other values may be equal but written in two ways.
      func member(_ letter: String) -> [FastStepDraft]? {
        guard let member = follow(found.names[letter] ?? [], from: items.type), member.leaf == .text else { return nil }
        return member.steps
      }
      var node = FastNode(kind: ShapeTemplate.kinds[number], canBeNo: false)
      switch node.kind {
      case .distinctMembers:
        guard let key = member("K") else { return nil }
        node.paths = draft.add(paths: [items.steps, key])
      case .distinctBelow:
        guard let name = found.names["K"]?.first, isTextEverywhere(name) else { return nil }
        node.texts = draft.add(found.names["K"] ?? [])
      case .distinctMembersBelow:
        guard items.steps.count == 1, let key = member("K"), key.count == 1,
          isTextEverywhere(found.names["K"]?.first ?? "")
        else {
          return nil
        }
        node.texts = draft.add((found.names["A"] ?? []) + (found.names["K"] ?? []))
      case .distinctPairs:
        guard let key = member("K"), let others = member("P") else { return nil }
        node.paths = draft.add(paths: [items.steps, key, others])
      case .disjoint:
        guard items.leaf == .text, let others = follow(found.names["B"] ?? [], from: this), others.leaf == .text else {
          return nil
        }
        node.paths = draft.add(paths: [items.steps, others.steps])
      default:
        guard let key = member("K"), let suffix = found.texts["S"] else { return nil }
        node.paths = draft.add(paths: [items.steps, key])
        node.texts = draft.add([suffix])
      }
      return draft.add(node)
    }
    return nil
  }

  /// Whether all primitives with a name are texts, in any type: equal moments may be written in two ways.
  private func isTextEverywhere(_ name: String) -> Bool {
    let types = schema.elements.filter { $0.isNamed(name) }.flatMap(\.types)
    return !types.isEmpty
      && types.allSatisfy { type in
        guard let row = schema.type(named: type.name), schema.types[row].category == .primitive else { return true }
        return leaf(ofType: Int16(truncatingIfNeeded: row.row)) == .text
      }
  }
}
