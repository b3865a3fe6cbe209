/// The concepts of a code system and their hierarchy.
struct CodeSystem {
  /// False only if the definition states it.
  let caseSensitive: Bool
  /// All codes, including abstract ones, in the order published, parents first.
  private(set) var codes: [String] = []
  private var abstract: Set<String> = []
  private var children: [String: [String]] = [:]

  init(_ published: PublishedCodeSystem) {
    caseSensitive = published.caseSensitive ?? true
    add(published.concepts)
  }

  /// Records concepts with all their descendants and returns their codes.
  @discardableResult
  private mutating func add(_ concepts: [PublishedCodeSystem.Concept]) -> [String] {
    for concept in concepts {
      codes.append(concept.code)
      if concept.isAbstract { abstract.insert(concept.code) }
      children[concept.code, default: []] += add(concept.concepts) + concept.others
    }
    return concepts.map(\.code)
  }

  /// Codes that a record may use; abstract ones only group others.
  var selectable: [String] { codes.filter { !abstract.contains($0) } }

  /// A code and all its descendants, including abstract ones; nil if the system does not have it.
  func closure(of code: String) -> Set<String>? {
    guard children[code] != nil else { return nil }
    var result: Set<String> = []
    var pending = [code]
    while let next = pending.popLast() {
      if result.insert(next).inserted { pending += children[next] ?? [] }
    }
    return result
  }
}
