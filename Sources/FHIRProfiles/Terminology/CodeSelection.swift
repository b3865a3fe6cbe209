import FHIRPath
import FHIRSupport

/// The codes of a system that meet the filters of a value set.
struct CodeSelection {
  private let facts: CodeSystemFacts
  private var places: [ByteText: Int] = [:]
  /// The places of the children of a concept, by its place.
  private var children: [[Int]]
  /// The largest number of steps of a regular expression over all codes, and the longest text that is matched.
  static let (mostSteps, longestText) = (50_000_000, 200)

  init(_ facts: CodeSystemFacts) {
    self.facts = facts
    children = Array(repeating: [], count: facts.concepts.count)
    for (place, concept) in facts.concepts.enumerated() { places[concept.code] = place }
    for (place, concept) in facts.concepts.enumerated() {
      if let parent = concept.parent { children[parent].append(place) }
      for property in concept.properties {
        guard let other = places[property.value.byBytes] else { continue }
        switch property.name {
        case "parent", "subsumedBy": children[other].append(place)
        case "child": children[place].append(other)
        default: break
        }
      }
    }
  }

  /// The codes that meet all filters, `nil` if a filter cannot be evaluated.
  func codes(meeting filters: [CodeFilter]) -> Set<ByteText>? {
    var result: Set<Int>?
    for filter in filters {
      guard let found = places(meeting: filter) else { return nil }
      result = result?.intersection(found) ?? found
    }
    return result.map { Set($0.map { facts.concepts[$0].code }) }
  }

  private func places(meeting filter: CodeFilter) -> Set<Int>? {
    switch filter.operation {
    case "is-a": kinds(of: filter.value)
    case "descendent-of", "descendant-of": kinds(of: filter.value).map { $0.subtracting(place(of: filter.value)) }
    case "is-not-a": kinds(of: filter.value).map { Set(facts.concepts.indices).subtracting($0) }
    case "=": select(filter) { $0 == filter.value.byBytes }
    case "in": select(filter) { Self.list(filter.value).contains($0) }
    case "not-in":
      select(filter) { Self.list(filter.value).contains($0) }.map { Set(facts.concepts.indices).subtracting($0) }
    case "regex": matches(filter)
    case "exists": having(filter)
    default: nil
    }
  }

  private func place(of code: String) -> Set<Int> { places[code.byBytes].map { [$0] } ?? [] }

  /// A code's concept and all concepts below it; `nil` if the system does not have the code.
  private func kinds(of code: String) -> Set<Int>? {
    guard let first = places[code.byBytes] else { return nil }
    var found: Set<Int> = [first]
    var pending = [first]
    while let place = pending.popLast() {
      for child in children[place] where found.insert(child).inserted { pending.append(child) }
    }
    return found
  }

  /// The concepts whose property has an accepted value; `nil` if no concept has the property.
  private func select(_ filter: CodeFilter, _ accepts: (ByteText) -> Bool) -> Set<Int>? {
    switch filter.property {
    case "code", "concept": return Set(facts.concepts.indices.filter { accepts(facts.concepts[$0].code) })
    case "parent":
      return Set(facts.concepts.indices.filter { accepts(facts.concepts[$0].code) }.flatMap { children[$0] })
    case "child":
      return Set(facts.concepts.indices.filter { children[$0].contains { accepts(facts.concepts[$0].code) } })
    default:
      guard hasProperty(filter.property) else { return nil }
      return Set(
        facts.concepts.indices.filter { place in
          facts.concepts[place].properties.contains { $0.name == filter.property && accepts($0.value.byBytes) }
        })
    }
  }

  private func hasProperty(_ name: String) -> Bool {
    facts.concepts.contains { $0.properties.contains { $0.name == name } }
  }

  private func having(_ filter: CodeFilter) -> Set<Int>? {
    guard let having = select(filter, { _ in true }) else { return nil }
    return filter.value == "false" ? Set(facts.concepts.indices).subtracting(having) : having
  }

  private func matches(_ filter: CodeFilter) -> Set<Int>? {
    guard let pattern = WholePattern(filter.value), pattern.cost * facts.concepts.count <= Self.mostSteps else {
      return nil
    }
    var isTooLong = false
    let found = select(filter) { text in
      if text.string.utf8.count > Self.longestText { isTooLong = true }
      return !isTooLong && pattern.matches(text.string)
    }
    return isTooLong ? nil : found
  }

  /// The items of `a,b,c`.
  private static func list(_ text: String) -> Set<ByteText> {
    Set(text.split(separator: ",").map { $0.drop { $0 == " " }.byBytes })
  }
}
