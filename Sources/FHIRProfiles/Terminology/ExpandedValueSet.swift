import FHIRText

/// How a code stands to a value set; the greater, the nearer to being in it.
enum CodeStanding: Int {
  case noCode
  /// Of a system that the set has no codes of.
  case elsewhere
  /// Of a system that the set has codes of, and not one of them.
  case stranger
  /// What is in the set, or in a code system, is not known here.
  case unknown
  case member
}

/// The codes of a value set, as far as they are known here.
final class ExpandedValueSet: Sendable {
  /// By system.
  let codes: [ByteText: Set<ByteText>]
  /// Systems of which all codes are in the set, and not known here: whatever names one of them is taken for a member.
  let wholeSystems: Set<ByteText>
  /// Systems of which some codes are in the set, and not known here.
  let unknownSystems: Set<ByteText>
  /// Whether there are codes in the set of which not even the system is known.
  let isOpen: Bool

  init(_ draft: ValueSetDraft) {
    codes = draft.codes
    wholeSystems = draft.wholeSystems
    unknownSystems = draft.unknownSystems
    isOpen = draft.isOpen
  }

  /// - Parameter system: `nil` for a code without one, as of an element of the type code.
  func standing(system: String?, code: String) -> CodeStanding {
    let code = code.byBytes
    guard let system else {
      if codes.values.contains(where: { $0.contains(code) }) { return .member }
      return isOpen || !wholeSystems.isEmpty || !unknownSystems.isEmpty ? .unknown : .stranger
    }
    let name = system.byBytes
    if wholeSystems.contains(name) || codes[name]?.contains(code) ?? false { return .member }
    if isOpen || unknownSystems.contains(name) { return .unknown }
    return codes[name] == nil ? .elsewhere : .stranger
  }
}

/// The codes of a value set while it is put together.
struct ValueSetDraft {
  var codes: [ByteText: Set<ByteText>] = [:]
  var wholeSystems: Set<ByteText> = []
  var unknownSystems: Set<ByteText> = []
  var isOpen = false

  /// How many codes there are.
  var count: Int { codes.reduce(0) { $0 + $1.value.count } }

  mutating func insert(_ code: ByteText, system: ByteText) { codes[system, default: []].insert(code) }

  mutating func formUnion(_ other: ValueSetDraft) {
    codes.merge(other.codes) { $0.union($1) }
    wholeSystems.formUnion(other.wholeSystems)
    unknownSystems.formUnion(other.unknownSystems)
    isOpen = isOpen || other.isOpen
  }

  mutating func subtract(_ other: ValueSetDraft) {
    for (system, excluded) in other.codes { codes[system]?.subtract(excluded) }
    for system in other.wholeSystems {
      codes[system] = nil
      wholeSystems.remove(system)
    }
    // What is taken away and not known may be any of its codes.
    unknownSystems.formUnion(other.unknownSystems.filter { codes[$0] != nil || wholeSystems.contains($0) })
    wholeSystems.subtract(other.unknownSystems)
    for system in other.unknownSystems { codes[system] = nil }
  }
}
