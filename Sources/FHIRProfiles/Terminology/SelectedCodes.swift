import FHIRPath
import FHIRSupport
public import FHIRTerminology

/// The codes of a system in a pack that a value set selects: a bit for each concept, since a value set may select most of
/// several hundred thousand.
struct SelectedCodes: Sendable {
  let system: PackedSystem
  private(set) var concepts: ConceptSet

  /// The codes that meet all filters, `nil` if one of these cannot be evaluated.
  init?(_ system: PackedSystem, meeting filters: [CodeFilter]) {
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

  /// Adds codes, and returns whether that was possible.
  mutating func formUnion(_ other: SelectedCodes) -> Bool {
    guard isLike(other) else { return false }
    concepts.formUnion(other.concepts)
    return true
  }

  mutating func formIntersection(_ other: SelectedCodes) -> Bool {
    guard isLike(other) else { return false }
    concepts.formIntersection(other.concepts)
    return true
  }

  mutating func subtract(_ other: SelectedCodes) -> Bool {
    guard isLike(other) else { return false }
    concepts.subtract(other.concepts)
    return true
  }

  mutating func subtract(_ codes: Set<ByteText>) {
    for code in codes { if case .concept(let concept) = system.find(code.string) { concepts.remove(concept) } }
  }

  /// Those of some codes that are selected.
  func selected(of codes: Set<ByteText>) -> Set<ByteText> {
    codes.filter { standing($0.string, version: nil) == .member }
  }
}

extension CodeSelection {
  /// Compiles a regular expression to match so many texts.
  static func matcher(_ expression: String, _ texts: Int) -> ((String) -> Bool)? {
    guard let pattern = WholePattern(expression), pattern.cost * texts <= mostSteps else { return nil }
    return { $0.utf8.count <= longestText && pattern.matches($0) }
  }
}

extension ProfileLibrary {
  /// Adds a pack of code systems: value sets take the codes from it that no definition has.
  public mutating func add(_ pack: TerminologyPack) { packs.add(pack) }
}
