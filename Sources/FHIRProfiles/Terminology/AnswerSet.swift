package import FHIRTape
import FHIRSupport

/// The value set that a question names, for judging the answers to it.
package struct AnswerSet: Sendable {
  private let set: ExpandedValueSet

  fileprivate init(_ set: ExpandedValueSet) { self.set = set }

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
  ///
  /// - Parameter package: the package of the questionnaire, -1 for none.
  package func answerSet(_ url: String, in package: Int) -> AnswerSet? {
    terminology.valueSet(Canonical(url, in: package)).map { AnswerSet($0) }
  }

  /// A contained value set.
  ///
  /// - Parameter package: that of the questionnaire, -1 for none.
  package func answerSet(contained index: TapeIndex, of tape: Tape, in package: Int) -> AnswerSet {
    var facts = ValueSetFacts(DefinitionNode(tape, index), url: "")
    facts.package = package
    return AnswerSet(terminology.valueSet(contained: facts))
  }
}
