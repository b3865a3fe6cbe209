import FHIRPath
import FHIRTape

/// Answers the expressions of constraints that ask for value sets and profiles.
///
/// A judge has one. It judges with a judge of its own, since the first one is busy with the expression that asks.
final class ExpressionDefinitions: FHIRPathDefinitions {
  private let profiles: ReleaseProfiles
  private let depth: Int
  private var inner: ProfileJudge?
  private var tape = Tape.empty
  private var around = JudgedResource()
  /// What the answers for the current resource may still cost.
  private var left = 0
  /// The definition by which the last expression could not be told, `nil` for none.
  private(set) var missing: String?

  /// How many judges may ask one another.
  private static let deepest = 3
  /// The most that the answers to one expression cost.
  private static let mostOfOne = 100_000

  init(_ profiles: ReleaseProfiles, depth: Int) {
    self.profiles = profiles
    self.depth = depth
  }

  /// Takes over what the next expression is evaluated on.
  func begin(_ tape: Tape, _ around: JudgedResource, _ work: borrowing JudgeWork) {
    (self.tape, self.around) = (tape, around)
    left = min(work.left, Self.mostOfOne)
    missing = nil
  }

  func isMember(_ code: String, system: String?, of valueSet: String) -> Bool? {
    switch profiles.terminology.valueSet(valueSet)?.standing(system: system, code: code) {
    case .member: return true
    case .stranger, .elsewhere, .noCode: return false
    case .unknown, nil:
      missing = valueSet
      return nil
    }
  }

  func conforms(_ node: FHIRPathNode, to profile: String) -> Bool? {
    guard depth < Self.deepest, left > 0, node.value >= 0 else {
      missing = profile
      return nil
    }
    if inner == nil { inner = ProfileJudge(profiles, limit: 0, remembersValues: true, depth: depth + 1) }
    let item = JudgedItem(
      value: node.value, sibling: -1, key: node.key, owner: node.owner, position: node.position, member: node.member,
      type: node.type)
    let verdict = inner!.verdict(on: item, by: profile, tape, around, left: &left)
    if verdict == nil { missing = profile }
    return verdict
  }
}

extension ProfileJudge {
  /// Whether an item meets a profile, by a judge that has judged nothing else of the record.
  fileprivate mutating func verdict(
    on item: JudgedItem, by url: String, _ tape: Tape, _ around: JudgedResource, left: inout Int
  ) -> Bool? {
    leaveRecord()
    begin()
    (self.tape, self.around) = (tape, around)
    work.left = left
    let gaps = notChecked.total
    let verdict = conforms(item, to: url)
    left = work.left
    return work.isExhausted || verdict == true && notChecked.total > gaps ? nil : verdict
  }
}
