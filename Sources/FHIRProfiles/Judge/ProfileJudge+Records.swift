import FHIRSchema
package import FHIRTape

extension ProfileJudge {
  /// Judges a resource by all profiles that apply to it: those that it claims, and those that the caller or a guide has
  /// chosen for its type. The results are in ``findings``.
  ///
  /// - Parameters:
  ///   - type: the row of its type.
  ///   - container: the tape index of the resource that contains it, or of itself.
  ///   - scope: the tape index of the Bundle whose entries references may name.
  ///   - isContained: whether it is contained; profiles that are chosen for a type apply only to records.
  package mutating func judge(
    _ tape: Tape, _ resource: Int, type: Int, container: Int, scope: Int, isContained: Bool
  ) {
    begin()
    self.tape = tape
    around.resource = JudgedItem(resource: resource, type: type)
    around.container =
      container == resource
      ? around.resource : JudgedItem(resource: container, type: resourceType(of: container))
    around.scope = scope
    var judged: [ObjectIdentifier] = []
    for url in claims(of: resource) { judgeClaim(url, &judged) }
    if !isContained, type >= 0 {
      for choice in chosen.choices(forType: type) where choice.map?.includes(resource, tape) ?? true {
        judgeOnce(choice.profile, &judged)
      }
    }
    judgeExtensions()
  }

  /// Counts the profiles that apply to a resource that is not completely in memory.
  package mutating func skip(_ tape: Tape, _ resource: Int, type: Int) {
    self.tape = tape
    let claimed = claims(of: resource).compactMap(profiles.profile)
    let choices = type >= 0 ? chosen.choices(forType: type).filter { $0.map?.includes(resource, tape) ?? true } : []
    for profile in claimed + choices.map(\.profile) { counts.add(.undecided, of: profile.url) }
  }

  /// Clears the state of the previous value: indices of its tape are not valid for the next.
  package mutating func leaveRecord() {
    work.targets.forget()
    if !silence.known.isEmpty { silence.known.removeAll() }
  }

  private mutating func judgeClaim(_ url: String, _ judged: inout [ObjectIdentifier]) {
    guard let profile = profiles.profile(url) else { return }
    counts.addClaim(of: profile.url)
    judgeOnce(profile, &judged)
  }

  private mutating func judgeOnce(_ profile: Profile, _ judged: inout [ObjectIdentifier]) {
    guard !judged.contains(ObjectIdentifier(profile)) else { return }
    judged.append(ObjectIdentifier(profile))
    counts.add(judge(profile, around.resource), of: profile.url)
  }

  /// The profiles that a resource claims to meet.
  private func claims(of resource: Int) -> [String] {
    guard let meta = tape.member("meta", of: resource), let list = tape.member("profile", of: meta) else { return [] }
    return DefinitionNode(tape, list).items.prefix(100).compactMap(\.string)
  }
}
