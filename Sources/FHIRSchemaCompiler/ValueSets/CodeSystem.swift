/// The concepts of a code system and how they lie below one another.
struct CodeSystem {
  /// False only when the definition says so.
  let caseSensitive: Bool
  /// All codes, abstract ones too, in the order published, parents first.
  private(set) var codes: [String] = []
  private var abstract: Set<String> = []
  private var children: [String: [String]] = [:]

  init(_ published: PublishedCodeSystem) {
    caseSensitive = published.caseSensitive ?? true
    add(published.concepts)
  }

  /// Records concepts with all below them and gives back their codes.
  @discardableResult
  private mutating func add(_ concepts: [PublishedCodeSystem.Concept]) -> [String] {
    for concept in concepts {
      codes.append(concept.code)
      if concept.isAbstract { abstract.insert(concept.code) }
      children[concept.code, default: []] += add(concept.concepts) + concept.others
    }
    return concepts.map(\.code)
  }

  /// Codes that may stand for a real concept; abstract ones only group others.
  var selectable: [String] { codes.filter { !abstract.contains($0) } }

  /// A code and all codes below it, abstract ones too, or nil when the system does not have it.
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
