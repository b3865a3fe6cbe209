import FHIRTape

/// What fixed values and patterns state about one of the elements in them: an author who gives a concept a pattern
/// gives it to its coding, too.
struct StatedValues {
  private struct Part {
    /// Owns the node.
    var whole: KeptValue
    var node: DefinitionNode
    var isFixed: Bool
  }

  private var parts: [Part] = []

  /// Adds the values of the current element.
  mutating func add(_ facts: [ValueFacts]) {
    for facts in facts {
      if let fixed = facts.fixed {
        parts.append(Part(whole: fixed, node: DefinitionNode(fixed.tape, .root), isFixed: true))
      }
      guard let pattern = facts.pattern else { continue }
      parts.append(Part(whole: pattern, node: DefinitionNode(pattern.tape, .root), isFixed: false))
    }
  }

  /// Goes on to the members with a name; each item of a list counts.
  mutating func enter(_ name: String) {
    parts = parts.flatMap { part in
      part.node.items.flatMap { item in item.members.filter { $0.name == name } }.map { member in
        Part(whole: part.whole, node: member.value, isFixed: part.isFixed)
      }
    }
  }

  var isEmpty: Bool { parts.isEmpty }

  /// The conditions on the values of the element, of which each has to hold for some value.
  var checks: [SliceCheck] {
    parts.flatMap { part in
      part.node.items.compactMap { KeptValue($0) }.map { part.isFixed ? .fixed($0) : .pattern($0) }
    }
  }
}
