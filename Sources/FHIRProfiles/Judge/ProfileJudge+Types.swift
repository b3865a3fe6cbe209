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
        return notChecked.count(urls[0])
      }
      if item.type == profiles.roles.extension, !silence.isOn {
        work.judgedExtensions[item.value] = ObjectIdentifier(other)
      }
      work.depth += 1
      enter(other, item)
      work.depth -= 1
      return
    }
    var isKnown = true
    for url in urls {
      switch conforms(item, to: url) {
      case true?: return
      case false?: break
      case nil: isKnown = false
      }
    }
    guard isKnown else { return notChecked.count(urls[0]) }
    report(
      .profileUnmetProfile, at: item.range(tape),
      "expected a value that meets \(urls.alternatives), found one that meets none of them")
  }

  /// Judges a value by a url that is of no profile: that of a type of the release asks for no more than the type.
  private mutating func meetType(_ url: String, _ item: JudgedItem) {
    guard let type = profiles.coreType(url) else { return notChecked.count(url) }
    if !item.type.exists || profiles.isKind(item.type, of: type) { return }
    report(
      .profileWrongType, at: item.range(tape),
      "expected \(profiles.article(type)), by the profile \(profile.url), found \(profiles.article(item.type))")
  }

  /// Whether a value meets a profile, without findings; `nil` if that cannot be decided.
  mutating func conforms(_ item: JudgedItem, to url: String) -> Bool? {
    guard let other = profiles.profile(url) else {
      guard let type = profiles.coreType(url) else { return nil }
      return profiles.isKind(item.type, of: type)
    }
    guard work.depth < JudgeWork.deepest else {
      work.rest(on: .surroundings)
      return nil
    }
    let target = isResource(item) ? Silence.Target(resource: item.value, profile: ObjectIdentifier(other)) : nil
    if let target, let known = silence.known[target] { return known }
    // Resources that refer to each other count as valid until one of them fails.
    if let target { silence.known[target] = true }
    let outer = (silence.isOn, silence.hasFailed)
    (silence.isOn, silence.hasFailed) = (true, false)
    work.depth += 1
    enter(other, item)
    work.depth -= 1
    let isMet = !silence.hasFailed
    (silence.isOn, silence.hasFailed) = outer
    if let target { silence.known[target] = isMet }
    return isMet
  }
}

extension [String] {
  /// `'a'`, `'a' or 'b'`, `'a', 'b' or 'c'`.
  var alternatives: String {
    let quoted = map { "'\($0)'" }
    guard let last = quoted.last, count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + " or " + last
  }
}
