import FHIRSchema
package import FHIRTape

extension ProfileJudge {
  /// Judges a resource by all profiles that apply to it: those that it claims, and those that somebody has chosen for its
  /// type. What was found is in ``findings``.
  ///
  /// - Parameters:
  ///   - type: the row of its type.
  ///   - container: the tape index of the resource that contains it, or its own.
  ///   - scope: the tape index of the Bundle whose entries references may mean.
  ///   - isContained: whether it is contained; what is chosen for a type is about records.
  ///   - isPart: whether it is an entry of a Bundle whose other entries are not at hand.
  package mutating func judge(
    _ tape: Tape, _ resource: Int, type: Int, container: Int, scope: Int, isContained: Bool, isPart: Bool
  ) {
    begin()
    self.tape = tape
    around.resource = JudgedItem(resource: resource, type: type)
    around.container =
      container == resource
      ? around.resource : JudgedItem(resource: container, type: resourceType(of: container))
    around.scope = scope
    around.isPart = isPart
    var judged: [ObjectIdentifier] = []
    for url in claims(of: resource) { judgeClaim(url, &judged) }
    if !isContained, type >= 0 {
      for choice in chosen.choices(forType: type) where choice.map?.includes(resource, tape) ?? true {
        judgeOnce(choice.profile, &judged)
      }
    }
    judgeExtensions()
  }

  /// Counts the profiles that apply to a resource of which not all is at hand.
  package mutating func skip(_ tape: Tape, _ resource: Int, type: Int) {
    self.tape = tape
    let claimed = claims(of: resource).compactMap(profiles.profile)
    let choices = type >= 0 ? chosen.choices(forType: type).filter { $0.map?.includes(resource, tape) ?? true } : []
    for profile in claimed + choices.map(\.profile) { counts.add(.undecided, of: profile.url) }
  }

  /// Forgets the value before: indices of its tape mean nothing in the next.
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
