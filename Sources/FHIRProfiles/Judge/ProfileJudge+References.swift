import FHIRSchema
import FHIRTape

extension ProfileJudge {
  /// Judges what a reference points to: by its type, and by the profiles of which it has to meet one where the record
  /// or its Bundle has it.
  mutating func checkTarget(of item: JudgedItem, _ targets: [ReferenceTarget]) {
    guard let text = referenceText(of: item) else { return }
    if let found = resolve(text) {
      if let isMet = isTarget(found, targets) {
        if !isMet { reportTarget(item, targets, "found \(describe(found))") }
      } else if let url = targets.firstProfile {
        notChecked.count(url)
      }
      return
    }
    if around.isPart, let url = targets.firstProfile { notChecked.count(url) }
    // Elsewhere: its type shows in the address, as far as it does.
    guard let type = type(inAddress: text) else { return }
    for target in targets {
      guard let allowed = profiles.type(of: target), !profiles.isKind(type, of: allowed) else { return }
    }
    reportTarget(item, targets, "found '\(text)'")
  }

  /// Judges where the target of a reference is.
  mutating func checkPlace(ofTargetOf item: JudgedItem, _ places: TargetPlaces) {
    guard let text = referenceText(of: item) else { return }
    let isContained = text.utf8.first == UInt8(ascii: "#")
    let isBundled = !isContained && resolve(text) != nil
    let found: TargetPlaces = isContained ? .contained : isBundled ? [.referenced, .bundled] : .referenced
    if !places.isDisjoint(with: found) { return }
    if around.isPart, !isContained, places.contains(.bundled) { return notChecked.countTarget() }
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

  /// Whether a resource is one of the targets; `nil` where that cannot be told.
  private mutating func isTarget(_ resource: JudgedItem, _ targets: [ReferenceTarget]) -> Bool? {
    var isKnown = true
    for target in targets {
      switch target {
      case .type(let row): if profiles.isKind(resource.type, of: row) { return true }
      case .profile(let url):
        switch conforms(resource, to: url) {
        case true?: return true
        case false?: break
        case nil: isKnown = false
        }
      }
    }
    return isKnown ? false : nil
  }

  private func describe(_ resource: JudgedItem) -> String {
    resource.type >= 0
      ? "\(profiles.article(resource.type)) that is none of them"
      : "a resource of a type that the release does not have"
  }

  // MARK: - Where a reference leads

  /// The text of a Reference, `nil` where it has none.
  func referenceText(of item: JudgedItem) -> String? {
    guard item.value >= 0, tape.tag(item.value) == .object,
      let value = tape.value(profiles.referenceName, of: item.value)
    else { return nil }
    return DefinitionNode(tape, value).string
  }

  /// The resource that a reference means, where it is contained or an entry of the Bundle at hand.
  mutating func resolve(_ reference: String) -> JudgedItem? {
    let index: Int?
    if reference.utf8.first == UInt8(ascii: "#") {
      index = work.targets.contained(String(reference.dropFirst()), in: around.container.value, tape)
    } else {
      index = work.targets.entry(reference, in: around.scope, tape)
    }
    return index.map { JudgedItem(resource: $0, type: resourceType(of: $0)) }
  }

  /// The row of the type that an address shows; `nil` where it shows none.
  func type(inAddress reference: String) -> Int? {
    guard let type = typeName(in: reference).flatMap(profiles.schema.type),
      profiles.isKind(type, of: profiles.roles.resource)
    else { return nil }
    return type
  }

  /// The type in an address such as `Patient/1` or `http://example.org/Patient/1/_history/2`.
  private func typeName(in reference: String) -> String? {
    let parts = reference.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 2, !reference.hasPrefix("#"), !reference.contains("?") else { return nil }
    let end = parts.count >= 4 && parts[parts.count - 2] == "_history" ? parts.count - 2 : parts.count
    return String(parts[end - 2])
  }
}

extension [ReferenceTarget] {
  /// The first profile among them.
  fileprivate var firstProfile: String? {
    for case .profile(let url) in self { return url }
    return nil
  }
}

extension ReleaseProfiles {
  /// The type of a target, `nil` where it is not known.
  func type(of target: ReferenceTarget) -> Int? {
    switch target {
    case .type(let row): row
    case .profile(let url): profile(url)?.type
    }
  }

  /// The types and profiles that a reference may point to, for messages.
  fileprivate func names(of targets: [ReferenceTarget]) -> [String] {
    targets.map { target in
      switch target {
      case .type(let row): schema.typeNames[row]
      case .profile(let url): url
      }
    }
  }
}
