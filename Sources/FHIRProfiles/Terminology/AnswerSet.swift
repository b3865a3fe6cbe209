import FHIRSchema
package import FHIRTape
import FHIRSupport

/// The value set that a question names, for judging the answers to it.
package struct AnswerSet: Sendable {
  private let set: ExpandedValueSet

  fileprivate init(_ set: ExpandedValueSet) { self.set = set }

  /// Reads a contained value set. Of what it takes from elsewhere, such as all codes of a system, nothing is known.
  package init(contained index: TapeIndex, in tape: Tape) {
    let facts = ValueSetFacts(DefinitionNode(tape, index), url: "")
    var draft = facts.expansion ?? facts.ownCodes
    if facts.expansion == nil {
      draft.isOpen = !facts.excludes.isEmpty || facts.size == 0
      for part in facts.includes {
        if let system = part.system?.byBytes, part.valueSets.isEmpty, part.filters.isEmpty, !part.codes.isEmpty {
          draft.codes[system, default: []].formUnion(part.codes)
        } else if let system = part.system?.byBytes {
          draft.unknownSystems.insert(system)
        } else {
          draft.isOpen = true
        }
      }
      if !facts.excludes.isEmpty { draft.codes = [:] }
    }
    set = ExpandedValueSet(draft) { _ in false }
  }

  /// Whether the set has a code of a system; `nil` if that is unknown.
  package func holds(system: String, code: String) -> Bool? {
    if set.wholeSystems.contains(system.byBytes) { return nil }
    switch set.standing(system: system, code: code) {
    case .member: return true
    case .unknown, .noCode: return nil
    case .elsewhere, .stranger: return false
    }
  }
}

extension ReleaseProfiles {
  /// The value set with a url, among those given and those of the release; `nil` if there is none.
  package func answerSet(_ url: String) -> AnswerSet? { terminology.valueSet(Canonical(url)).map { AnswerSet($0) } }
}
