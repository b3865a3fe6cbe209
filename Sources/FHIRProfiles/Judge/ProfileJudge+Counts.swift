import FHIRSchema

extension ProfileJudge {
  /// Judges how often an element is there.
  mutating func check(
    _ edge: ProfileEdge, _ items: Range<Int>, around item: JudgedItem, _ keys: MemberKeys
  ) {
    if items.count < edge.count.minimum {
      report(.profileRequiredElement, at: item.range(tape), missing: edge.element, missing(edge, items.count))
    }
    if items.count > edge.count.maximum {
      let first = work.items[items.lowerBound + edge.count.maximum]
      work.steps.append(profiles.step(first))
      report(
        .profileTooManyValues, at: first.range(tape),
        tooMany(profiles.schema.elements[edge.element].name, edge.count.maximum, items.count))
      work.steps.removeLast()
    }
  }

  private func missing(_ edge: ProfileEdge, _ count: Int) -> String {
    let name = profiles.schema.elements[edge.element].baseName
    if count == 0, edge.count.minimum == 1 {
      return "expected '\(name)', which the profile \(profile.url) requires, found none"
    }
    return "expected at least \(edge.count.minimum) values of '\(name)' by the profile \(profile.url), found \(count)"
  }

  func tooMany(_ name: String, _ maximum: Int, _ count: Int) -> String {
    maximum == 0
      ? "expected no '\(name)', which the profile \(profile.url) does not allow, found \(count)"
      : "expected at most \(maximum) of '\(name)' by the profile \(profile.url), found \(count)"
  }
}
