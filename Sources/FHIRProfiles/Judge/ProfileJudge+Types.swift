import FHIRDiagnostics
import FHIRSchema
import FHIRTape
import FHIRView

extension ProfileJudge {
  /// Judges the type of a value, and the assertions for values of that type.
  ///
  /// - Returns: whether the type is allowed.
  mutating func check(_ assertion: TypeAssertion, _ item: JudgedItem) -> Bool {
    guard item.type.exists else { return true }
    if let allowed = assertion.allowed, !profiles.isAllowed(item.type, among: allowed) {
      report(
        .profileWrongType, at: item.range(tape),
        """
        expected \(assertion.names.alternatives), to which the profile \(profile.url) narrows the type, found \
        \(profiles.article(item.type))
        """)
      return false
    }
    for (type, urls) in assertion.profiles where profiles.isKind(item.type, of: type) { meet(urls, item) }
    if profiles.isKind(item.type, of: profiles.roles.reference) {
      if !assertion.targets.isEmpty { checkTarget(of: item, assertion.targets) }
      if let places = assertion.places { checkPlace(ofTargetOf: item, places) }
    }
    return true
  }

  /// Judges a value by profiles of which it must meet one.
  private mutating func meet(_ urls: [String], _ item: JudgedItem) {
    if urls.count == 1 {
      guard let other = profiles.profile(urls[0]) else { return meetType(urls[0], item) }
      guard work.depth < JudgeWork.deepest * 2 else {
        work.rest(on: .surroundings)
        return notChecked.count(.nesting)
      }
      if item.type == profiles.roles.extension {
        // The sweep over all extensions must know, and so nothing around it is remembered.
        work.rest(on: .surroundings)
        if !silence.isOn { work.judgedExtensions[item.value] = ObjectIdentifier(other) }
      }
      work.depth += 1
      enter(other, item)
      work.depth -= 1
      return
    }
    let answer = conforms(item, toOneOf: urls)
    guard answer == .no else { return notChecked.count(answer) }
    report(
      .profileUnmetProfile, at: item.range(tape),
      "expected a value that meets \(urls.alternatives), found one that meets none of them")
  }

  /// Judges a value by a url that is of no profile: that of a type of the release asks for no more than the type.
  private mutating func meetType(_ url: String, _ item: JudgedItem) {
    guard let type = profiles.coreType(url) else { return notChecked.count(notChecked.gap(url)) }
    if !item.type.exists || profiles.isKind(item.type, of: type) { return }
    report(
      .profileWrongType, at: item.range(tape),
      "expected \(profiles.article(type)), by the profile \(profile.url), found \(profiles.article(item.type))")
  }

  /// Whether a value meets one of some profiles, without findings.
  mutating func conforms(_ item: JudgedItem, toOneOf urls: [String]) -> Answer {
    var answer = Answer.no
    for url in urls where answer != .yes { answer = answer.or(conforms(item, to: url)) }
    return answer
  }

  /// Whether a value meets a profile, without findings.
  mutating func conforms(_ item: JudgedItem, to url: String) -> Answer {
    guard let other = profiles.profile(url) else {
      guard let type = profiles.coreType(url) else { return .open(notChecked.gap(url)) }
      return Answer(profiles.isKind(item.type, of: type))
    }
    guard work.depth < JudgeWork.deepest else {
      work.rest(on: .surroundings)
      return .open(.nesting)
    }
    let target = isResource(item) ? Silence.Target(resource: item.value, profile: ObjectIdentifier(other)) : nil
    if let target, let known = silence.known[target], known.applies(at: work.depth) { return known.answer }
    // Resources that refer to each other count as valid until one of them fails.
    if let target { silence.known[target] = Silence.Known(answer: .yes, depth: work.depth) }
    let outer = (silence.isOn, silence.hasFailed)
    let gaps = notChecked.total
    (silence.isOn, silence.hasFailed) = (true, false)
    work.depth += 1
    enter(other, item)
    work.depth -= 1
    let reason = work.isExhausted ? .work : notChecked.reason(since: gaps)
    let answer = silence.hasFailed ? .no : reason.map { .open($0) } ?? Answer.yes
    notChecked.drop(since: gaps)
    (silence.isOn, silence.hasFailed) = outer
    if let target { silence.known[target] = Silence.Known(answer: answer, depth: work.depth) }
    return answer
  }
}
