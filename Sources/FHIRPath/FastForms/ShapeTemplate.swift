/// A shape written as an expression: `A`, `B`, `K` and `P` stand for paths of names, `'S'` for a text.
struct ShapeTemplate: Sendable {
  /// The values of the letters in an expression.
  struct Found {
    var names: [String: [String]] = [:]
    var texts: [String: String] = [:]
  }

  private static let shapes: [(FastNode.Kind, String)] = [
    (.distinctMembers, "A.count() = A.K.distinct().count()"),
    (.distinctBelow, "descendants().K.isDistinct()"),
    (
      .distinctMembersBelow,
      "A.combine(descendants().A).count() = A.combine(descendants().A).K.distinct().count()"
    ),
    (.distinctMembersBelow, "A.K.combine($this.descendants().A.K).isDistinct()"),
    (
      .distinctPairs,
      """
      A.where(K.exists()).select(P.distinct().aggregate($total.combine($total.first() & ' ' & $this), K).skip(1))
      .isDistinct() and A.where(K.exists() and P.empty()).K.isDistinct()
      """
    ),
    (.disjoint, "A.intersect(B).empty()"),
    (.continueFirst, "A.skip(1).K.all(startsWith(%context.A.first().K & 'S'))"),
  ]

  static let all: [ShapeTemplate] = shapes.compactMap { try? ShapeTemplate(tree: Parser.parse($0.1)) }
  static let kinds = shapes.map(\.0)

  private let tree: SyntaxNode

  /// Whether an expression ends like some shape: most do not, so their shapes need not be compared.
  static func mayMatch(_ node: SyntaxNode) -> Bool {
    switch node.kind {
    case .binary(.equal, _, let right): lastCall(right) == "count"
    case .binary(.and, _, let right): lastCall(right) == "isDistinct"
    case .invocation(let focus, _):
      switch lastCall(node) {
      case "isDistinct", "all": true
      case "empty": lastCall(focus) == "intersect"
      default: false
      }
    default: false
    }
  }

  /// The name of the function at the end of a path.
  private static func lastCall(_ node: SyntaxNode) -> String? {
    guard case .invocation(_, let right) = node.kind, case .function(let name, _) = right.kind else { return nil }
    return name
  }

  /// The values of the letters, if an expression has the shape.
  func match(_ node: SyntaxNode) -> Found? {
    var found = Found()
    return Self.match(tree, node, &found) ? found : nil
  }

  private static func match(_ shape: SyntaxNode, _ node: SyntaxNode, _ found: inout Found) -> Bool {
    let (links, others) = (links(shape), links(node))
    if links.count > 1 || others.count > 1 { return match(links[...], others[...], &found) }
    switch (shape.kind, node.kind) {
    case (.identifier, .identifier): return match([shape][...], [node][...], &found)
    case (.literal(.string(let text)), .literal(.string(let other))):
      guard text == "S" else { return text == other }
      found.texts[text] = found.texts[text] ?? other
      return found.texts[text] == other
    case (.literal(.number(let number)), .literal(.number(let other))): return number == other
    case (.function(let name, let arguments), .function(let other, let others)):
      guard name == other, arguments.count == others.count else { return false }
      for (argument, other) in zip(arguments, others) where !match(argument, other, &found) { return false }
      return true
    case (.variable(let name), .variable(let other)), (.constant(let name), .constant(let other)): return name == other
    case (.binary(let sign, let left, let right), .binary(let other, let first, let second)):
      return sign == other && match(left, first, &found) && match(right, second, &found)
    default: return false
    }
  }

  /// The parts of `a.b.c()`.
  private static func links(_ node: SyntaxNode) -> [SyntaxNode] {
    guard case .invocation(let left, let right) = node.kind else { return [node] }
    return links(left) + links(right)
  }

  private static func match(
    _ shape: ArraySlice<SyntaxNode>, _ links: ArraySlice<SyntaxNode>, _ found: inout Found
  ) -> Bool {
    guard let first = shape.first else { return links.isEmpty }
    guard let link = links.first else { return false }
    guard case .identifier(let letter) = first.kind, letter.count == 1, letter == letter.uppercased() else {
      if case .identifier(let name) = first.kind {
        guard case .identifier(name) = link.kind else { return false }
      } else if !match(first, link, &found) {
        return false
      }
      return match(shape.dropFirst(), links.dropFirst(), &found)
    }
    var names: [String] = []
    for (place, link) in zip(links.indices, links) {
      guard case .identifier(let name) = link.kind else { break }
      names.append(name)
      if let known = found.names[letter], known != names { continue }
      var attempt = found
      attempt.names[letter] = names
      if match(shape.dropFirst(), links[(place + 1)...], &attempt) {
        found = attempt
        return true
      }
    }
    return false
  }
}
