import FHIRDiagnostics
import FHIRSchema
import FHIRTape
import FHIRView

extension ProfileJudge {
  /// Judges the target of a reference: by its type and, if the record or its Bundle contains it, by the profiles of
  /// which it must meet one.
  mutating func checkTarget(of item: JudgedItem, _ targets: [ReferenceTarget]) {
    guard let address = address(of: item) else { return checkStatedType(of: item, targets) }
    if let found = resolve(at: address) {
      let answer = isTarget(found, targets)
      if answer == .no { reportTarget(item, targets, "found \(describe(found))") }
      return notChecked.count(answer)
    }
    if around.isPart, targets.hasProfile { notChecked.count(.target) }
    // Elsewhere: only the type is known, if the URL shows it.
    guard let type = type(inAddressAt: address) else { return checkStatedType(of: item, targets) }
    if excludes(type, targets) { reportTarget(item, targets, "found '\(tape.string(address))'") }
  }

  /// Judges the type that a reference itself states for its target, where nothing else shows it.
  private mutating func checkStatedType(of item: JudgedItem, _ targets: [ReferenceTarget]) {
    guard let type = statedType(of: item), excludes(type, targets) else { return }
    reportTarget(item, targets, "found one to \(profiles.article(type))")
  }

  /// The type that a reference itself states for its target; `nil` if it states none that the release has.
  func statedType(of item: JudgedItem) -> TypeID? {
    guard let name = profiles.referenceTypeName, item.value.exists, let stated = tape.value(name, of: item.value),
      tape.tag(stated) == .string
    else { return nil }
    return type(named: UnsafeBufferPointer(start: tape.lexeme(stated), count: tape.length(stated))[...])
  }

  /// Whether no target may be of a type.
  func excludes(_ type: TypeID, _ targets: [ReferenceTarget]) -> Bool {
    let profiles = profiles
    return targets.allSatisfy { target in
      profiles.type(of: target).map { !profiles.isKind(type, of: $0) } ?? false
    }
  }

  /// Judges where the target of a reference is.
  mutating func checkPlace(ofTargetOf item: JudgedItem, _ places: TargetPlaces) {
    guard let address = address(of: item) else { return }
    let text = tape.string(address)
    let isContained = text.utf8.first == UInt8(ascii: "#")
    let isBundled = !isContained && resolve(at: address) != nil
    let found: TargetPlaces = isContained ? .contained : isBundled ? [.referenced, .bundled] : .referenced
    if !places.isDisjoint(with: found) { return }
    if around.isPart, !isContained, places.contains(.bundled) { return notChecked.count(.target) }
    report(
      .profileTargetPlace, at: item.range(tape),
      "expected a target that is \(places.names.alternatives), by the profile \(profile.url), found '\(text)'")
  }

  private mutating func reportTarget(_ item: JudgedItem, _ targets: [ReferenceTarget], _ found: String) {
    let names = profiles.names(of: targets)
    report(
      .profileWrongTarget, at: item.range(tape),
      "expected a reference to \(names.alternatives), by the profile \(profile.url), \(found)")
  }

  /// Whether a resource is one of the targets.
  private mutating func isTarget(_ resource: JudgedItem, _ targets: [ReferenceTarget]) -> Answer {
    var answer = Answer.no
    for target in targets where answer != .yes {
      switch target {
      case .type(let row): answer = answer.or(Answer(profiles.isKind(resource.type, of: row)))
      case .profile(let url): answer = answer.or(conforms(resource, to: url))
      }
    }
    return answer
  }

  private func describe(_ resource: JudgedItem) -> String {
    resource.type.exists
      ? "\(profiles.article(resource.type)) that is none of them"
      : "a resource of a type that the release does not have"
  }

  // MARK: - Targets of references

  /// The tape index of the text of a Reference; `nil` if it has none.
  func address(of item: JudgedItem) -> TapeIndex? {
    guard item.value.exists, let value = tape.value(profiles.referenceName, of: item.value) else { return nil }
    return tape.isString(value) ? value : nil
  }

  /// The resource that a reference means, if it is contained or an entry of the current Bundle.
  mutating func resolve(at address: TapeIndex) -> JudgedItem? {
    let isFragment = tape.length(address) > 0 && tape.lexeme(address)[0] == UInt8(ascii: "#")
    let index: TapeIndex?
    if isFragment {
      let id = String(tape.string(address).dropFirst())
      index = work.targets.contained(id, in: around.container.value, tape)
    } else if work.targets.hasEntries(around.scope, tape) {
      index = work.targets.entry(tape.string(address), in: around.scope, tape)
    } else {
      index = nil
    }
    // The same reference may mean something in the next record.
    work.rest(on: .bundle)
    return index.map { JudgedItem(resource: $0, type: resourceType(of: $0)) }
  }

  /// The row of the type in a URL such as `Patient/1` or `http://example.org/Patient/1/_history/2`; `nil` if it shows
  /// none.
  func type(inAddressAt address: TapeIndex) -> TypeID? {
    guard tape.tag(address) == .string else { return nil }
    let text = UnsafeBufferPointer(start: tape.lexeme(address), count: tape.length(address))
    var end = text.endIndex
    var parts = 0
    // Backwards: the id, the type; before a version, the word `_history`.
    while let slash = text[..<end].lastIndex(of: UInt8(ascii: "/")) {
      parts += 1
      if parts == 2, text[slash + 1..<end].elementsEqual("_history".utf8) { parts = 0 }
      if parts == 2 { return type(named: text[slash + 1..<end]) }
      end = slash
    }
    return parts == 1 ? type(named: text[..<end]) : nil
  }

  private func type(named name: Slice<UnsafeBufferPointer<UInt8>>) -> TypeID? {
    guard name.count < 128, let start = UnsafeBufferPointer(rebasing: name).baseAddress, !name.isEmpty else {
      return nil
    }
    let row = rows.resource(named: start, length: name.count)
    return row.exists ? row : nil
  }
}

extension [ReferenceTarget] {
  /// Whether one of them is a profile.
  fileprivate var hasProfile: Bool {
    contains { if case .profile = $0 { true } else { false } }
  }
}

extension ReleaseProfiles {
  /// The type of a target, `nil` if it is unknown.
  func type(of target: ReferenceTarget) -> TypeID? {
    switch target {
    case .type(let row): row
    case .profile(let url): profile(url)?.type ?? coreType(url)
    }
  }

  /// The types and profiles that are allowed as targets, for messages.
  fileprivate func names(of targets: [ReferenceTarget]) -> [String] {
    targets.map { target in
      switch target {
      case .type(let row): schema.typeNames[row]
      case .profile(let url): url
      }
    }
  }
}
