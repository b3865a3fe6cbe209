import FHIRPath
import FHIRSupport
public import FHIRTerminology

/// The concepts of a definition, of which value sets select some.
struct CodeSelection: ConceptSource {
  struct Property {
    var values: [String] = []
    /// The numbers of the values of each concept that has some.
    var rows: [Int: [Int]] = [:]
  }

  private let facts: CodeSystemFacts
  private var places: [ByteText: Int] = [:]
  /// By the codes in small letters, if case does not matter.
  private var smallPlaces: [ByteText: Int] = [:]
  private var (parents, children): ([[Int]], [[Int]])
  private var properties: [ByteText: Property] = [:]
  /// The largest number of steps of a regular expression over all codes, and the longest text that is matched.
  private static let (mostSteps, longestText) = (50_000_000, 200)

  init(_ facts: CodeSystemFacts) {
    self.facts = facts
    parents = Array(repeating: [], count: facts.concepts.count)
    children = parents
    for name in facts.declared { properties[name.byBytes] = Property() }
    for (place, concept) in facts.concepts.enumerated() {
      places[concept.code] = place
      if facts.ignoresCase { smallPlaces[concept.code.string.lowercased().byBytes] = place }
    }
    for (place, concept) in facts.concepts.enumerated() {
      if let parent = concept.parent { relate(parent, above: place) }
      for (name, meaning, value) in concept.properties {
        // Value sets may name a property by what it means.
        for name in facts.declared.contains(meaning) || meaning == name ? [name] : [name, meaning] {
          let number = properties[name.byBytes]?.values.count ?? 0
          properties[name.byBytes, default: Property()].values.append(value)
          properties[name.byBytes]?.rows[place, default: []].append(number)
        }
        guard let other = self.concept(value) else { continue }
        if ["parent", "subsumedBy"].contains(meaning) { relate(other, above: place) }
        if meaning == "child" { relate(place, above: other) }
      }
    }
  }

  private mutating func relate(_ parent: Int, above child: Int) {
    parents[child].append(parent)
    children[parent].append(child)
  }

  func codes(meeting filters: [CodeFilter]) -> Set<ByteText>? {
    guard let found = try? concepts(meeting: filters, pattern: Self.matcher) else { return nil }
    return Set(facts.concepts.indices.filter { found.contains($0) }.map { facts.concepts[$0].code })
  }

  var url: String { facts.url }
  var count: Int { facts.concepts.count }
  var ignoresCase: Bool { facts.ignoresCase }
  var knowsHierarchy: Bool { facts.isComplete }
  var hasDisplays: Bool { false }

  func concept(_ code: String) -> Int? {
    places[code.byBytes] ?? (ignoresCase ? smallPlaces[code.lowercased().byBytes] : nil)
  }

  func code(_ concept: Int) -> String { facts.concepts[concept].code.string }
  func display(_ concept: Int) -> String? { nil }
  func isActive(_ concept: Int) -> Bool { !facts.concepts[concept].isInactive }
  func parents(of concept: Int) -> [Int] { parents[concept] }
  func members(ofSet concept: Int) -> ConceptSet? { nil }
  func property(named name: String) -> Property? { properties[name.byBytes] }
  func valueCount(of property: Property) -> Int { property.values.count }
  func value(_ number: Int, of property: Property) -> String { property.values[number] }
  func numbers(_ property: Property, _ concept: Int) -> [Int] { property.rows[concept] ?? [] }
  func kinds(of ancestor: Int) throws(PackDamage) -> ConceptSet { try reached(from: [ancestor]) { children[$0] } }

  /// Compiles a regular expression to match so many texts.
  static func matcher(_ expression: String, _ texts: Int) -> ((String) -> Bool?)? {
    guard let pattern = WholePattern(expression), pattern.cost * texts <= mostSteps else { return nil }
    return { $0.utf8.count <= longestText ? pattern.matches($0) : nil }
  }
}

/// The codes of a system in a pack that a value set selects: a bit for each, as there may be several hundred thousand.
struct SelectedCodes: Sendable {
  let system: PackedSystem
  private(set) var concepts: ConceptSet

  /// The codes that meet all filters; `nil` if one cannot be evaluated, or the pack has only some codes of the system.
  init?(_ system: PackedSystem, meeting filters: [CodeFilter]) {
    guard system.isWhole || filters.isEmpty,
      let found = try? system.concepts(meeting: filters, pattern: CodeSelection.matcher)
    else { return nil }
    (self.system, concepts) = (system, found)
  }

  /// The reference sets of SNOMED CT with members, and all that may be one: packs have the members of some kinds only.
  static func referenceSets(of system: PackedSystem) -> (known: SelectedCodes, all: SelectedCodes)? {
    guard system.knowsHierarchy, let sets = try? system.memberSets else { return nil }
    var (known, all) = (SelectedCodes(system: system, concepts: sets), SelectedCodes(system: system, concepts: sets))
    if let root = try? system.concept("900000000000455006"), let kinds = try? system.kinds(of: root) {
      all.concepts.formUnion(kinds)
    }
    return (known, all)
  }

  private init(system: PackedSystem, concepts: ConceptSet) { (self.system, self.concepts) = (system, concepts) }

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

  /// Combines codes of the same system, and returns whether that was possible: whether they are of the same version.
  mutating func combine(_ other: SelectedCodes, _ operation: (inout ConceptSet, ConceptSet) -> Void) -> Bool {
    guard system.version.byBytes == other.system.version.byBytes, system.count == other.system.count else {
      return false
    }
    operation(&concepts, other.concepts)
    return true
  }

  mutating func subtract(_ codes: Set<ByteText>) {
    for code in codes { if case .concept(let concept) = system.find(code.string) { concepts.remove(concept) } }
  }

  mutating func leaveOutRetired() -> Bool {
    let filter = CodeFilter(property: "inactive", operation: "=", value: "false")
    guard let active = try? system.concepts(meeting: [filter], pattern: CodeSelection.matcher) else { return false }
    concepts.formIntersection(active)
    return true
  }

  /// All that are selected; `nil` if these are not all, or cannot be read.
  var codes: Set<ByteText>? {
    guard system.isWhole else { return nil }
    return (try? (0..<system.count).filter(concepts.contains).map { try system.code($0).byBytes }).map { Set($0) }
  }

  /// Those of some codes that are selected, and those of which that is unknown.
  func selected(of codes: Set<ByteText>) -> (sure: Set<ByteText>, unknown: Set<ByteText>) {
    let standings = codes.map { ($0, standing($0.string, version: nil)) }
    return (Set(standings.filter { $1 == .member }.map(\.0)), Set(standings.filter { $1 == .unknown }.map(\.0)))
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
