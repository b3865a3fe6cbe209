import FHIRPath
import FHIRSupport
public import FHIRTerminology

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

  /// Compiles a regular expression to match so many texts.
  static func matcher(_ expression: String, _ texts: Int) -> ((String) -> Bool)? {
    guard let pattern = WholePattern(expression), pattern.cost * texts <= mostSteps else { return nil }
    return { $0.utf8.count <= longestText && pattern.matches($0) }
  }
}

/// The codes of a system in a pack that a value set selects: a bit for each concept, since a value set may select most of
/// several hundred thousand.
struct SelectedCodes: Sendable {
  let system: PackedSystem
  private(set) var concepts: ConceptSet

  /// The codes that meet all filters, `nil` if one of these cannot be evaluated. What some codes of a system do not show,
  /// others may.
  init?(_ system: PackedSystem, meeting filters: [CodeFilter]) {
    guard system.isWhole || filters.isEmpty else { return nil }
    self.system = system
    concepts = ConceptSet(capacity: system.count, isFull: true)
    for filter in filters {
      // Whether expressions of several concepts are in the set, too: these are not judged.
      if filter.property == "expressions" { continue }
      let wanted = PackedSystem.Filter(property: filter.property, operation: filter.operation, value: filter.value)
      guard let found = try? system.concepts(meeting: wanted, pattern: CodeSelection.matcher) else { return nil }
      concepts.formIntersection(found)
    }
  }

  /// Whether both are of the same system in the same version.
  private func isLike(_ other: SelectedCodes) -> Bool {
    system.version.byBytes == other.system.version.byBytes && system.count == other.system.count
  }

  /// The relation of a code to the selection.
  func standing(_ code: String, version: String?) -> CodeStanding {
    switch system.find(code) {
    case .open: return .unknown
    // Tags are composed of what the registry has, which filters do not select.
    case .composed: return !isOther(version) && concepts.count == system.count ? .member : .unknown
    case .absent: return isOther(version) ? .unknown : .stranger
    case .concept(let concept):
      if isOther(version) { return .unknown }
      return concepts.contains(concept) ? .member : .stranger
    }
  }

  /// Whether a code of this version may stand for something else.
  private func isOther(_ version: String?) -> Bool {
    guard let version, !version.isEmpty, !system.version.isEmpty else { return false }
    return version.byBytes != system.version.byBytes && !system.version.byBytes.hasPrefix("\(version)/".byBytes)
  }

  /// Combines codes of the same system, and returns whether that was possible.
  mutating func combine(_ other: SelectedCodes, _ operation: (inout ConceptSet, ConceptSet) -> Void) -> Bool {
    guard isLike(other) else { return false }
    operation(&concepts, other.concepts)
    return true
  }

  mutating func subtract(_ codes: Set<ByteText>) {
    for code in codes { if case .concept(let concept) = system.find(code.string) { concepts.remove(concept) } }
  }

  /// Leaves out what the system has retired, and returns whether that was possible.
  mutating func leaveOutRetired() -> Bool {
    let filter = PackedSystem.Filter(property: "inactive", operation: "=", value: "false")
    guard let active = try? system.concepts(meeting: filter, pattern: CodeSelection.matcher) else { return false }
    concepts.formIntersection(active)
    return true
  }

  /// Those of some codes that are selected.
  func selected(of codes: Set<ByteText>) -> Set<ByteText> {
    codes.filter { standing($0.string, version: nil) == .member }
  }
}

extension ProfileLibrary {
  /// Adds a pack of code systems, and its value sets: value sets take the codes from it that no definition has.
  public mutating func add(_ pack: TerminologyPack) {
    packs.add(pack)
    let valueSets = pack.definitions
    if !valueSets.isEmpty { add(valueSets, name: pack.name) }
  }
}
