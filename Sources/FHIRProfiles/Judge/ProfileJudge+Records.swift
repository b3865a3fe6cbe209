package import FHIRSchema
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
  ///   - extent: how much of its Bundle is in memory. What needs more is counted as not judged.
  package mutating func judge(
    _ tape: Tape, _ resource: TapeIndex, type: TypeID, container: TapeIndex, scope: TapeIndex, isContained: Bool,
    extent: JudgedExtent
  ) {
    begin()
    self.tape = tape
    around.resource = JudgedItem(resource: resource, type: type)
    around.container =
      container == resource
      ? around.resource : JudgedItem(resource: container, type: resourceType(of: container))
    around.scope = scope
    around.extent = extent
    forEachClaim(of: resource) { judge, number in
      if !judge.work.judged.contains(number) { judge.counts.addClaim(of: number) }
      judge.judgeOnce(number)
    }
    if !isContained, type.exists {
      forEachChoice(of: resource, type: type) { judge, number in judge.judgeOnce(number) }
    }
    judgeExtensions()
    notChecked.settle(isExhausted: work.isExhausted)
  }

  /// Clears the state of the previous value: indices of its tape are not valid for the next.
  package mutating func leaveRecord() {
    work.targets.forget()
    if !silence.known.isEmpty { silence.known.removeAll() }
    expressions.definitions.leaveRecord()
  }

  private mutating func judgeOnce(_ number: Int) {
    if work.judged.contains(number) { return }
    work.judged.append(number)
    counts.add(judge(counts[number], around.resource), of: number)
  }

  /// Passes the number of each known profile that a resource claims to meet to `body`.
  private mutating func forEachClaim(of resource: TapeIndex, _ body: (inout ProfileJudge, _ number: Int) -> Void) {
    guard let meta = tape.member("meta", of: resource), let list = tape.member("profile", of: meta) else { return }
    var claims = ArrayCursor(tape, list)
    while claims.item.exists, work.spend(1 + work.judged.count / 8) {
      if let number = number(ofProfileAt: claims.item) { body(&self, number) }
      claims.advance(tape)
    }
  }

  /// The number of the profile whose url stands at an index, `nil` where it is not available.
  mutating func number(ofProfileAt url: TapeIndex) -> Int? {
    guard tape.isString(url) else { return nil }
    let answer = remembered(url, ObjectIdentifier(profiles)) { judge in
      guard let profile = judge.profiles.profile(judge.tape.string(url)) else { return 0 }
      return UInt64(judge.counts.number(of: profile) + 1)
    }
    return answer == 0 ? nil : Int(answer) - 1
  }

  /// Whether the profile whose url stands at an index is available.
  package mutating func knows(_ tape: Tape, profileAt url: TapeIndex) -> Bool {
    self.tape = tape
    return number(ofProfileAt: url) != nil
  }

  /// The profile whose url stands at an index, `nil` where it is not available.
  mutating func profile(at url: TapeIndex) -> Profile? { number(ofProfileAt: url).map { counts[$0] } }
}
