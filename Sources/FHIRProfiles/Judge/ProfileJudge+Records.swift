import FHIRSchema
package import FHIRTape

extension ProfileJudge {
  /// Judges a resource by all profiles that apply to it: those that it claims, and those that the caller or a guide has
  /// chosen for its type. The results are in ``findings``.
  ///
  /// - Parameters:
  ///   - type: the row of its type.
  ///   - container: the tape index of the resource that contains it, or its own.
  ///   - scope: the tape index of the Bundle whose entries references may mean.
  ///   - isContained: whether it is contained; profiles chosen for a type apply only to records.
  ///   - isPart: whether it is an entry of a Bundle whose other entries are not available.
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
    forEachClaim(of: resource) { judge, claim in
      guard let profile = judge.profile(at: claim) else { return }
      judge.counts.addClaim(of: profile)
      judge.judgeOnce(profile, &judged)
    }
    if !isContained, type >= 0 {
      let choices = chosen.choices(forType: type)
      for choice in choices.profiles where isChosen(choice, resource) { judgeOnce(choice.profile, &judged) }
      for name in choices.missing { notChecked.count(named: name) }
    }
    judgeExtensions()
  }

  /// Counts the profiles that apply to a resource that is not completely in memory.
  package mutating func skip(_ tape: Tape, _ resource: Int, type: Int) {
    self.tape = tape
    forEachClaim(of: resource) { judge, claim in
      if let profile = judge.profile(at: claim) { judge.counts.add(.undecided, of: profile) }
    }
    guard type >= 0 else { return }
    let choices = chosen.choices(forType: type)
    for choice in choices.profiles where isChosen(choice, resource) { counts.add(.undecided, of: choice.profile) }
    for name in choices.missing { notChecked.count(named: name) }
  }

  /// Clears the state of the previous value: indices of its tape are not valid for the next.
  package mutating func leaveRecord() {
    work.targets.forget()
    if !silence.known.isEmpty { silence.known.removeAll() }
  }

  private mutating func judgeOnce(_ profile: Profile, _ judged: inout [ObjectIdentifier]) {
    guard !judged.contains(ObjectIdentifier(profile)) else { return }
    judged.append(ObjectIdentifier(profile))
    counts.add(judge(profile, around.resource), of: profile)
  }

  /// Passes the tape indices of the URLs of the profiles that a resource claims to `body`.
  private mutating func forEachClaim(of resource: Int, _ body: (inout ProfileJudge, Int) -> Void) {
    guard let meta = tape.member("meta", of: resource), let list = tape.member("profile", of: meta) else { return }
    var claims = ArrayCursor(tape, list)
    var number = 0
    while claims.item >= 0, number < 100 {
      if tape.tag(claims.item) == .string || tape.tag(claims.item) == .escapedString { body(&self, claims.item) }
      claims.advance(tape)
      number += 1
    }
  }

  /// The profile whose URL is at an index; `nil` if it is not available.
  mutating func profile(at url: Int) -> Profile? {
    let number = remembered(url, ObjectIdentifier(profiles)) { judge in
      guard let profile = judge.profiles.profile(judge.tape.string(url)) else { return 0 }
      if let place = judge.work.named.firstIndex(where: { $0 === profile }) { return UInt64(place + 1) }
      judge.work.named.append(profile)
      return UInt64(judge.work.named.count)
    }
    return number == 0 ? nil : work.named[Int(number) - 1]
  }
}
