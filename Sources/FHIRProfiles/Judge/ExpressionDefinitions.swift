import FHIRPath
import FHIRTape

/// Answers the questions of constraint expressions about value sets and profiles.
///
/// A judge has one. It uses another judge for the answers, because the first one is evaluating the expression.
final class ExpressionDefinitions: FHIRPathDefinitions {
  private let profiles: ReleaseProfiles
  private let depth: Int
  private var inner: ProfileJudge?
  private var tape = Tape.empty
  private var around = JudgedResource()
  /// The remaining work for answers about the current resource.
  private var left = 0
  /// The definition because of which the last expression could not be decided; `nil` for none.
  private(set) var missing: String?

  /// The largest number of nested judges.
  private static let deepest = 3
  /// The largest amount of work for the answers to one expression.
  private static let mostOfOne = 100_000

  init(_ profiles: ReleaseProfiles, depth: Int) {
    self.profiles = profiles
    self.depth = depth
  }

  /// Sets the resource on which the next expression is evaluated.
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
    guard depth < Self.deepest, left > 0, node.value.exists else {
      missing = profile
      return nil
    }
    if inner == nil { inner = ProfileJudge(profiles, limit: 0, remembersValues: true, depth: depth + 1) }
    let item = JudgedItem(
      value: node.value, sibling: .none, key: node.key, owner: node.owner, position: node.position, member: node.member,
      type: node.type)
    let verdict = inner!.verdict(on: item, by: profile, tape, around, left: &left)
    if verdict == nil { missing = profile }
    return verdict
  }
}

extension ProfileJudge {
  /// Whether an item meets a profile, by a judge without other state of the record.
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
