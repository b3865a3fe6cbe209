import FHIRSupport

/// The content of a code system's definition.
struct CodeSystemFacts: Sendable {
  struct Concept: Sendable {
    var code: ByteText
    /// The place of the concept that contains this one, for nested concepts.
    var parent: Int?
    /// Names and values, as text.
    var properties: [(name: String, value: String)] = []
  }

  var url: String
  var version: String?
  /// The package that it stands in, as in a ``Canonical``.
  var package = -1
  /// Whether ``concepts`` is the complete list: a system whose codes may be composed of others has none.
  var isComplete: Bool
  /// Whether two codes that differ only in case are the same.
  var ignoresCase: Bool
  /// Nested concepts come after the concepts that contain them.
  var concepts: [Concept]

  init?(_ node: DefinitionNode) {
    guard let url = node["url"]?.string else { return nil }
    self.url = url
    version = node["version"]?.string
    isComplete = node["content"]?.string.map { $0 == "complete" } ?? true && node["compositional"]?.boolean != true
    ignoresCase = Self.ignoresCase(node)
    concepts = Self.concepts(in: node)
  }

  /// - Parameter node: the part of a value set that defines the codes of a system, in the older form.
  init(url: String, definedIn node: DefinitionNode) {
    self.url = url
    isComplete = true
    ignoresCase = Self.ignoresCase(node)
    concepts = Self.concepts(in: node)
  }

  /// If a system does not state it, codes are accepted in any case, as the definition of `CodeSystem.caseSensitive` asks.
  private static func ignoresCase(_ node: DefinitionNode) -> Bool { node["caseSensitive"]?.boolean != true }

  private static func concepts(in node: DefinitionNode) -> [Concept] {
    var concepts: [Concept] = []
    var pending = node.items("concept").reversed().map { (node: $0, parent: Int?.none) }
    while let (node, parent) = pending.popLast() {
      guard let code = node["code"]?.string else { continue }
      let place = concepts.count
      concepts.append(Concept(code: code.byBytes, parent: parent, properties: properties(of: node)))
      pending += node.items("concept").reversed().map { ($0, place) }
    }
    return concepts
  }

  private static func properties(of concept: DefinitionNode) -> [(String, String)] {
    concept.items("property").compactMap { property in
      guard let name = property["code"]?.string,
        let value = property.members.first(where: { $0.name.utf8.starts(with: "value".utf8) })?.value
      else { return nil }
      return (name, value.string ?? value["code"]?.string ?? value.lexeme)
    }
  }
}

/// A condition that a value set puts on the codes of a system.
struct CodeFilter: Sendable {
  var property: String
  var operation: String
  var value: String

  init(property: String, operation: String, value: String) {
    (self.property, self.operation, self.value) = (property, operation, value)
  }

  init(_ node: DefinitionNode) {
    property = node["property"]?.string ?? ""
    operation = node["op"]?.string ?? ""
    value = node["value"]?.string ?? ""
  }
}
