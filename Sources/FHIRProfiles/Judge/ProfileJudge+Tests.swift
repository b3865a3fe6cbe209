import FHIRSchema
import FHIRTape

/// The tests that assign values to slices.
extension ProfileJudge {
  /// Whether a value passes one test: some value at the end of the path meets the condition.
  mutating func passes(_ test: SliceTest, _ item: JudgedItem) -> Bool {
    if case .exists(false) = test.check { return !reaches(test.steps[...], item) { _, _ in true } }
    return reaches(test.steps[...], item) { judge, found in judge.holds(test.check, found) }
  }

  /// Follows the path of a test, and passes the values at its end to `body` until it returns true.
  private mutating func reaches(
    _ steps: ArraySlice<SliceStep>, _ item: JudgedItem, _ body: (inout ProfileJudge, JudgedItem) -> Bool
  ) -> Bool {
    guard work.spend(1) else { return false }
    guard let step = steps.first else { return body(&self, item) }
    let rest = steps.dropFirst()
    switch step {
    case .member(let name):
      return anyValue(named: name, of: item) { judge, found in judge.reaches(rest, found, body) }
    case .extensions(let url):
      return anyValue(named: profiles.extensionMember, of: item) { judge, found in
        judge.isExtension(found, of: url) && judge.reaches(rest, found, body)
      }
    case .resolve:
      let isText = item.value.exists && (tape.tag(item.value) == .string || tape.tag(item.value) == .escapedString)
      guard let address = isText ? item.value : address(of: item) else { return false }
      if let target = resolve(at: address) { return reaches(rest, target, body) }
      // For a resource that is not available, only the type is known, if the URL shows it.
      if rest.isEmpty {
        return body(&self, JudgedItem(resource: .none, type: type(inAddressAt: address) ?? TypeID.none))
      }
      work.needsTarget = true
      return false
    case .ofType(let row):
      return item.type.exists && profiles.isKind(item.type, of: row) && reaches(rest, item, body)
    }
  }

  func isExtension(_ item: JudgedItem, of url: KeptText) -> Bool {
    guard item.value.exists, let value = tape.value(profiles.urlName, of: item.value) else { return false }
    return tape.string(value, isText: url)
  }

  private mutating func holds(_ check: SliceCheck, _ item: JudgedItem) -> Bool {
    guard work.spend(1) else { return false }
    switch check {
    case .fixed(let value): return isEqual(item, value)
    case .pattern(let value): return hasPattern(item, value)
    case .text(let text): return item.value.exists && tape.string(item.value, isText: text)
    case .binding(let binding): return standing(of: item, in: binding) == .member
    case .exists(let exists): return exists
    case .types(let rows, _):
      if !item.type.exists, !item.value.exists { work.needsTarget = true }
      return profiles.isAllowed(item.type, among: rows)
    case .profiles(let urls):
      if !item.value.exists {
        let types = urls.map { profiles.type(of: .profile($0)) }
        work.needsTarget = !item.type.exists || types.contains { $0.map { profiles.isKind(item.type, of: $0) } ?? true }
        return false
      }
      for url in urls where conforms(item, to: url) == true { return true }
      return false
    case .all(let tests):
      for test in tests where !passes(test, item) { return false }
      return true
    }
  }

  // MARK: - In words

  /// The values of a value's first discriminators, for messages.
  mutating func saw(_ slicing: Slicing, _ item: JudgedItem) -> String {
    guard let tests = slicing.slices.first(where: { !$0.tests.isEmpty })?.tests else {
      return "that is in none of them"
    }
    var parts: [String] = []
    for test in tests { parts.append("\(test.name) is \(saw(test, item))") }
    return "whose " + parts.joined(separator: ", and whose ")
  }

  /// The values at the end of a test's path, for messages.
  mutating func saw(_ test: SliceTest, _ item: JudgedItem) -> String {
    var text: String?
    if case .types = test.check {
      _ = reaches(test.steps[...], item) { judge, found in
        text = found.type.exists ? judge.profiles.article(found.type) : "of an unknown type"
        return true
      }
    } else {
      _ = reaches(test.steps[...], item) { judge, found in
        text = judge.excerpt(found)
        return true
      }
    }
    return text ?? "not there"
  }
}
