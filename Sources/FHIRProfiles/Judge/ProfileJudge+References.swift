import FHIRSchema
import FHIRTape

extension ProfileJudge {
  /// Judges the target of a reference: by its type and, if the record or its Bundle contains it, by the profiles of
  /// which it must meet one.
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
    // The target is elsewhere: its address may show its type.
    guard let name = typeName(in: text), let type = profiles.schema.type(named: name),
      profiles.isKind(type, of: profiles.roles.resource)
    else { return }
    for target in targets {
      guard let allowed = profiles.type(of: target), !profiles.isKind(type, of: allowed) else { return }
    }
    reportTarget(item, targets, "found '\(text)'")
  }

  private mutating func reportTarget(_ item: JudgedItem, _ targets: [ReferenceTarget], _ found: String) {
    let names = profiles.names(of: targets)
    report(
      .profileWrongTarget, at: item.range(tape),
      "expected a reference to \(names.alternatives), by the profile \(profile.url), \(found)")
  }

  /// Whether a resource is one of the targets; `nil` if that cannot be decided.
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

  /// The text of a Reference, `nil` if it has none.
  func referenceText(of item: JudgedItem) -> String? {
    guard item.value >= 0, tape.tag(item.value) == .object,
      let value = tape.value(profiles.referenceName, of: item.value)
    else { return nil }
    return DefinitionNode(tape, value).string
  }

  /// The target of a reference, if it is contained or an entry of the current Bundle.
  mutating func resolve(_ reference: String) -> JudgedItem? {
    let index: Int?
    if reference.utf8.first == UInt8(ascii: "#") {
      index = work.targets.contained(String(reference.dropFirst()), in: around.container.value, tape)
    } else {
      index = work.targets.entry(reference, in: around.scope, tape)
    }
    return index.map { JudgedItem(resource: $0, type: resourceType(of: $0)) }
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
  /// The type of a target, `nil` if it is unknown.
  func type(of target: ReferenceTarget) -> Int? {
    switch target {
    case .type(let row): row
    case .profile(let url): profile(url)?.type
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
