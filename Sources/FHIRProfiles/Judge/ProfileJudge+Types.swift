import FHIRFindings
import FHIRPath
import FHIRSchema
import FHIRTape
import FHIRSupport

extension ProfileJudge {
  /// Judges the type of a value, and the assertions for values of that type; `false` if it is not allowed.
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
    if !assertion.targets.isEmpty, profiles.isKind(item.type, of: assertion.targeting) {
      for targets in assertion.targets { checkTarget(of: item, targets) }
    }
    if let places = assertion.places, profiles.isKind(item.type, of: profiles.roles.reference) {
      checkPlace(ofTargetOf: item, places)
    }
    return true
  }

  private mutating func meet(_ urls: [Canonical], _ item: JudgedItem) {
    if urls.count == 1 {
      guard let other = profiles.profile(urls[0]) else { return meetType(urls[0], item) }
      guard work.depth < JudgeWork.deepest * 2 else {
        work.rest(on: .surroundings)
        return notChecked.count(.nesting)
      }
      if item.type == profiles.roles.extension {
        // The sweep over all extensions must know, and so nothing around it is remembered.
        work.rest(on: .surroundings)
        if !silence.isOn { work.judgedExtensions[item.value] = other }
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
      "expected a value that meets \(urls.alternatives), found one that meets none of them"
        + firstFault(of: item, urls))
  }

  /// What a value lacks that meets none of some profiles, in words: the first fault by the first profile for its type.
  mutating func firstFault(of item: JudgedItem, _ urls: [Canonical]) -> String {
    guard !silence.isOn else { return "" }
    for url in urls {
      guard let other = profiles.profile(url), profiles.isKind(item.type, of: other.type) else { continue }
      let (outer, gaps) = (silence, notChecked.total)
      (silence.isOn, silence.hasFailed, silence.fault) = (true, false, nil)
      enter(other, item)
      let fault = silence.fault
      silence = outer
      notChecked.drop(since: gaps)
      if let fault { return "; the first fault: \(fault)" }
    }
    return ""
  }

  /// Judges a value by a url that is of no profile: that of a type of the release asks for no more than the type.
  private mutating func meetType(_ url: Canonical, _ item: JudgedItem) {
    guard let type = profiles.coreType(url) else { return notChecked.count(notChecked.gap(url.url)) }
    if !item.type.exists || profiles.isKind(item.type, of: type) { return }
    if profiles.isKind(type, of: item.type) { return notChecked.count(notChecked.gap(ofType: url.url)) }
    report(
      .profileWrongType, at: item.range(tape),
      "expected \(profiles.article(type)), by the profile \(profile.url), found \(profiles.article(item.type))")
  }

  mutating func conforms(_ item: JudgedItem, toOneOf urls: [Canonical]) -> Answer {
    var answer = Answer.no
    for url in urls where answer != .yes { answer = answer.or(conforms(item, to: url)) }
    return answer
  }

  mutating func conforms(_ item: JudgedItem, to name: Canonical) -> Answer {
    if let other = profiles.profile(name) { return conforms(item, to: other) }
    guard let type = profiles.coreType(name) else { return .open(notChecked.gap(name.url)) }
    if item.type.exists, item.type != type, profiles.isKind(type, of: item.type) {
      return .open(notChecked.gap(ofType: name.url))
    }
    return Answer(profiles.isKind(item.type, of: type))
  }

  mutating func conforms(_ item: JudgedItem, to other: Profile) -> Answer {
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

  /// Judges the target of a reference by its type and, if the record or its Bundle has it, by one of the profiles.
  mutating func checkTarget(of item: JudgedItem, _ targets: [ReferenceTarget]) {
    guard let address = address(of: item) else { return checkTargetElsewhere(of: item, targets) }
    // A canonical URL is a name: it shows neither where the target is nor its type.
    if address == item.value, !tape.string(address).hasPrefix("#") { return }
    if let found = resolve(at: address) {
      let answer = isTarget(found, targets)
      if answer == .no {
        let urls = targets.compactMap { if case .profile(let target) = $0 { target.url } else { nil } }
        let name = found.type.exists ? profiles.article(found.type) : "a resource of a type"
        let lack = found.type.exists ? "is none of them" : "the release does not have"
        reportTarget(item, targets, "found \(name) that \(lack)\(firstFault(of: found, urls))")
      }
      return notChecked.count(answer)
    }
    checkTargetElsewhere(of: item, at: address, targets)
  }

  /// Judges a target that is not there: only its type is known, if the address or the reference itself shows it.
  private mutating func checkTargetElsewhere(
    of item: JudgedItem, at address: TapeIndex? = nil, _ targets: [ReferenceTarget]
  ) {
    let shown = address.flatMap { rows.type(inAddressAt: $0, tape) }
    let isNamed = address != nil || item.value.exists && tape.member("identifier", of: item.value) != nil
    // A display alone names no target; one that is named may be another entry of the Bundle.
    let target = isNamed ? Answer.open(around.isPart ? .target : .outside) : .yes
    guard let type = shown ?? statedType(of: item) else {
      if targets.contains(where: { if case .profile = $0 { true } else { false } }) { notChecked.count(target) }
      return
    }
    let answer = isTarget(type, targets, target)
    if answer == .no {
      let found = shown == nil ? "one to \(profiles.article(type))" : address.map { "'\(tape.string($0))'" } ?? ""
      reportTarget(item, targets, "found \(found)")
    }
    notChecked.count(answer)
  }

  /// Whether a resource of a type that is not there may be a target; `target` is the answer for a profile of the type.
  private func isTarget(_ type: TypeID, _ targets: [ReferenceTarget], _ target: Answer) -> Answer {
    let profiles = profiles
    var answer = Answer.no
    for wanted in targets where answer != .yes {
      let isOfType = profiles.type(of: wanted).map { profiles.isKind(type, of: $0) }
      switch wanted {
      case .type: answer = answer.or(Answer(isOfType ?? false))
      case .profile(let profile):
        answer = answer.or(isOfType.map { $0 ? target : .no } ?? .open(notChecked.gap(profile.url.url)))
      }
    }
    return answer
  }

  /// The type that a reference itself states for its target; `nil` if it states none that the release has.
  func statedType(of item: JudgedItem) -> TypeID? {
    let (rows, tape) = (rows, tape)
    guard let name = profiles.referenceTypeName, item.value.exists, let stated = tape.value(name, of: item.value),
      tape.tag(stated) == .string
    else { return nil }
    return rows.type(named: UnsafeBufferPointer(start: tape.lexeme(stated), count: tape.length(stated))[...])
  }

  mutating func checkPlace(ofTargetOf item: JudgedItem, _ all: Set<TargetPlace>) {
    guard let address = address(of: item) else { return }
    let text = tape.string(address)
    let isContained = text.utf8.first == UInt8(ascii: "#")
    // What is contained has no version of its own.
    let version = text.byBytes.contains("/_history/") ? TargetPlace.specific : .independent
    let wanted = [TargetPlace.independent, .specific].first(where: all.contains)
    if !isContained, let wanted, !all.contains(version) {
      report(
        .profileTargetPlace, at: item.range(tape),
        "expected a version-\(wanted.rawValue) reference, by the profile \(profile.url), found '\(text)'")
    }
    let places = all.subtracting([.independent, .specific])
    if places.isEmpty { return }
    let isBundled = !isContained && resolve(at: address) != nil
    let found: Set<TargetPlace> = isContained ? [.contained] : isBundled ? [.referenced, .bundled] : [.referenced]
    if !places.isDisjoint(with: found) { return }
    if around.isPart, !isContained, places.contains(.bundled) { return notChecked.count(.target) }
    let names = TargetPlace.allCases.filter(places.contains).map(\.rawValue)
    report(
      .profileTargetPlace, at: item.range(tape),
      "expected a target that is \(names.alternatives), by the profile \(profile.url), found '\(text)'")
  }

  private mutating func reportTarget(_ item: JudgedItem, _ targets: [ReferenceTarget], _ found: String) {
    let schema = profiles.schema
    let names = targets.map { target in
      switch target {
      case .type(let row): schema.typeNames[row]
      case .profile(let target): target.url.url
      }
    }
    report(
      .profileWrongTarget, at: item.range(tape),
      "expected a reference to \(names.alternatives), by the profile \(profile.url), \(found)")
  }

  private mutating func isTarget(_ resource: JudgedItem, _ targets: [ReferenceTarget]) -> Answer {
    var answer = Answer.no
    for target in targets where answer != .yes {
      switch target {
      case .type(let row): answer = answer.or(Answer(profiles.isKind(resource.type, of: row)))
      case .profile(let target):
        let known = target.profile { profiles.profile(target.url) }
        answer = answer.or(known.map { conforms(resource, to: $0) } ?? conforms(resource, to: target.url))
      }
    }
    return answer
  }

  // MARK: - Targets of references

  /// The tape index of the text of a Reference, or of a canonical URL itself; `nil` if it has none.
  func address(of item: JudgedItem) -> TapeIndex? {
    let tape = tape
    guard item.value.exists, !tape.isString(item.value) else { return item.value.exists ? item.value : nil }
    guard let value = tape.value(profiles.referenceName, of: item.value) else { return nil }
    return tape.isString(value) ? value : nil
  }

  /// The resource that a reference means, if it is contained or an entry of the current Bundle.
  mutating func resolve(at address: TapeIndex) -> JudgedItem? {
    let isFragment = tape.length(address) > 0 && tape.lexeme(address)[0] == UInt8(ascii: "#")
    let index: TapeIndex?
    if isFragment {
      let id = String(tape.string(address).dropFirst())
      index = work.targets.contained(id, in: around.container.value, tape)
    } else if !around.isAlone, work.targets.hasEntries(around.scope, tape) {
      index = work.targets.entry(address, of: around.container.value, in: around.scope, tape, rows)
    } else {
      index = nil
    }
    // The same reference may mean something in the next record.
    work.rest(on: isFragment ? .surroundings : .bundle)
    return index.map { JudgedItem(value: $0, type: rows.resourceType(of: $0, tape)) }
  }
}

extension ReleaseProfiles {
  fileprivate func type(of target: ReferenceTarget) -> TypeID? {
    switch target {
    case .type(let row): row
    case .profile(let target):
      target.type {
        // A built-in profile has no faults, and need not be compiled for its type.
        if let facts = structure(target.url), facts.place == nil { return schema.type(named: facts.type) }
        return type(ofProfile: target.url)
      }
    }
  }

  private func type(ofProfile name: Canonical) -> TypeID? { profile(name)?.type ?? coreType(name) }

  func excludes(_ type: TypeID, _ urls: [Canonical]) -> Bool {
    urls.allSatisfy { url in self.type(ofProfile: url).map { !isKind(type, of: $0) } ?? false }
  }
}
