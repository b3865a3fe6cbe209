import FHIRPath
import FHIRTape

/// The verdicts that expressions asked for on elements of a record. Nested judges share them, to judge each once.
final class Verdicts {
  @exclusivity(unchecked) fileprivate var known: [Question: Silence.Known] = [:]

  fileprivate struct Question: Hashable {
    let (value, sibling): (TapeIndex, TapeIndex)
    let profile: Canonical
  }
}

/// Answers the questions of constraint expressions about value sets and profiles. A judge has one. It uses another
/// judge for the answers, because the first one is evaluating the expression. Where an answer is open, it assumes one,
/// and the expression is evaluated again with the other one: if the result is the same for all assumptions, it does not
/// depend on them.
final class ExpressionDefinitions: FHIRPathDefinitions {
  private let profiles: ReleaseProfiles
  let names: GapNames
  private let verdicts: Verdicts
  private let depth: Int
  // Only one judge uses it, so exclusive access need not be checked for each record.
  @exclusivity(unchecked) private var inner: ProfileJudge?
  private var tape = Tape.empty
  private var around = JudgedResource()
  private var package = -1
  /// The remaining work for answers about the current resource.
  private(set) var left = 0
  /// What the last expression waits for; `nil` if all its questions were answered.
  private(set) var reason: Gap?
  /// The assumed answers, in the order of the questions, and how many questions were asked.
  private var assumed: [Bool] = []
  private var asked = 0

  private static let deepest = 3
  static let mostAssumptions = 32

  init(_ profiles: ReleaseProfiles, _ names: GapNames, _ verdicts: Verdicts, depth: Int = 0) {
    (self.profiles, self.names, self.verdicts, self.depth) = (profiles, names, verdicts, depth)
  }

  /// Sets the resource on which the next expression is evaluated.
  func begin(_ tape: Tape, _ around: JudgedResource, _ work: borrowing JudgeWork, in package: Int) {
    (self.tape, self.around, self.package) = (tape, around, package)
    left = work.left
    reason = nil
    assumed.removeAll(keepingCapacity: true)
    asked = 0
  }

  /// Changes to the next assumption; returns false if there is none.
  func assumeNext() -> Bool {
    asked = 0
    while assumed.last == false { assumed.removeLast() }
    guard !assumed.isEmpty else { return false }
    assumed[assumed.count - 1] = false
    return true
  }

  func leaveRecord() {
    if inner != nil { inner!.leaveRecord() }
    if !verdicts.known.isEmpty { verdicts.known.removeAll() }
  }

  var judgesProfiles: Bool { true }

  func isMember(_ code: String, system: String?, version: String?, of valueSet: String) -> Bool? {
    let (name, terminology) = (Canonical(valueSet, in: package), profiles.terminology)
    return terminology.isMember(code, system: system, version: version, of: name)
      ?? assume(names.gap(ofValueSet: name, terminology))
  }

  func subsumes(_ ancestor: String, _ code: String, system: String, version: String?) -> Bool? {
    if let known = profiles.terminology.subsumes(ancestor, code, system: system, version: version) { return known }
    return assume(names.gap(named: "hierarchy of \(system)", .terminology))
  }

  func conforms(_ node: FHIRPathNode, to profile: String) -> Bool? {
    let item = JudgedItem(
      value: node.value, key: node.key, owner: node.owner, position: node.position, member: node.member,
      type: node.type)
    switch answer(item, Canonical(profile, in: package)) {
    case .yes: return true
    case .no: return false
    case .open(let gap): return assume(gap)
    }
  }

  private func answer(_ item: JudgedItem, _ profile: Canonical) -> Answer {
    guard item.value.exists else { return .open(.constraint) }
    let question = Verdicts.Question(value: item.value, sibling: item.sibling, profile: profile)
    if let known = verdicts.known[question], known.applies(at: depth) { return known.answer }
    guard depth < Self.deepest, left > 0 else { return .open(.nesting) }
    // Until it is answered: profiles that ask for one another in circles say nothing.
    verdicts.known[question] = Silence.Known(answer: .open(.nesting), depth: 0)
    if inner == nil {
      let definitions = ExpressionDefinitions(profiles, names, verdicts, depth: depth + 1)
      inner = ProfileJudge(profiles, limit: 0, remembersValues: true, definitions)
    }
    inner!.begin()
    (inner!.tape, inner!.around, inner!.work.left) = (tape, around, left)
    let answer = inner!.conforms(item, to: profile)
    left = inner!.work.left
    verdicts.known[question] = Silence.Known(answer: answer, depth: depth)
    return answer
  }

  private func assume(_ gap: Gap) -> Bool {
    reason = Gap.first(reason, gap)
    asked += 1
    if asked > assumed.count { assumed.append(true) }
    return assumed[asked - 1]
  }
}

/// Where no profile is judged, codes are all that can be asked about.
extension Terminology {
  var judgesProfiles: Bool { false }

  func isMember(_ code: String, system: String?, version: String?, of valueSet: String) -> Bool? {
    isMember(code, system: system, version: version, of: Canonical(valueSet))
  }

  func conforms(_ node: FHIRPathNode, to profile: String) -> Bool? { nil }
}
