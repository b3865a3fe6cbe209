import FHIRSchema
import FHIRTape

/// The tests that assign values to slices.
extension ProfileJudge {
  /// Whether a value passes one test: some value at the end of the path meets the condition.
  mutating func passes(_ test: SliceTest, _ item: JudgedItem) -> Answer {
    if case .exists(false) = test.check { return reaches(test.steps[...], item) { _, _ in .yes }.negated }
    return reaches(test.steps[...], item) { judge, found in judge.holds(test.check, found) }
  }

  /// Whether a value passes all of some tests.
  mutating func passes(_ tests: [SliceTest], _ item: JudgedItem) -> Answer {
    var failed = Answer.no
    for test in tests {
      failed = failed.or(passes(test, item).negated)
      if failed == .yes { break }
    }
    return failed.negated
  }

  /// Follows the path of a test, and passes the values at its end to `body` until it returns true.
  private mutating func reaches(
    _ steps: ArraySlice<SliceStep>, _ item: JudgedItem, _ body: (inout ProfileJudge, JudgedItem) -> Answer
  ) -> Answer {
    guard work.spend(1) else { return .open(.work) }
    guard let step = steps.first else { return body(&self, item) }
    let rest = steps.dropFirst()
    switch step {
    case .member(let name):
      return any(named: name, of: item) { judge, found in judge.reaches(rest, found, body) }
    case .extensions(let url):
      return any(named: profiles.extensionMember, of: item) { judge, found in
        judge.isExtension(found, of: url) ? judge.reaches(rest, found, body) : .no
      }
    case .resolve:
      guard item.value.exists else { return .no }
      let address = tape.isString(item.value) ? item.value : address(of: item)
      if let address, let target = resolve(at: address) { return reaches(rest, target, body) }
      // For a resource that is not available, only the type is known, if the reference shows it.
      guard rest.isEmpty else { return .open(.target) }
      let type = address.flatMap { self.type(inAddressAt: $0) } ?? statedType(of: item)
      return body(&self, JudgedItem(resource: .none, type: type ?? TypeID.none))
    case .ofType(let row):
      return item.type.exists && profiles.isKind(item.type, of: row) ? reaches(rest, item, body) : .no
    }
  }

  /// Whether `body` holds for some value of a member, or of any form of a choice with this name.
  private mutating func any(
    named name: KeptText, of item: JudgedItem, _ body: (inout ProfileJudge, JudgedItem) -> Answer
  ) -> Answer {
    var answer = Answer.no
    _ = anyValue(named: name, of: item) { judge, found in
      answer = answer.or(body(&judge, found))
      return answer == .yes
    }
    return work.isExhausted ? answer.or(.open(.work)) : answer
  }

  func isExtension(_ item: JudgedItem, of url: KeptText) -> Bool {
    guard item.value.exists, let value = tape.value(profiles.urlName, of: item.value) else { return false }
    return tape.string(value, isText: url)
  }

  private mutating func holds(_ check: SliceCheck, _ item: JudgedItem) -> Answer {
    guard work.spend(1) else { return .open(.work) }
    if item.isElsewhere { return holdsElsewhere(check, item.type) }
    switch check {
    case .fixed(let value): return Answer(isEqual(item, value))
    case .pattern(let value): return Answer(hasPattern(item, value))
    case .text(let text): return Answer(item.value.exists && tape.string(item.value, isText: text))
    case .binding(let binding):
      let standing = standing(of: item, in: binding)
      return standing == .unknown ? .open(gap(ofValueSet: binding.valueSet)) : Answer(standing == .member)
    case .exists(let exists): return Answer(exists)
    case .types(let rows, _): return Answer(profiles.isAllowed(item.type, among: rows))
    case .profiles(let urls): return conforms(item, toOneOf: urls)
    case .all(let tests): return passes(tests, item)
    }
  }

  /// Whether a condition holds for the target of a reference that is not available, but whose type may be known.
  private func holdsElsewhere(_ check: SliceCheck, _ type: TypeID) -> Answer {
    switch check {
    case .exists(let exists): return Answer(exists)
    case .types(let rows, _) where type.exists: return Answer(profiles.isAllowed(type, among: rows))
    case .profiles(let urls) where type.exists && excludes(type, urls.map { .profile($0) }): return .no
    default: return .open(.target)
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
    _ = reaches(test.steps[...], item) { judge, found in
      if case .types = test.check {
        text = found.type.exists ? judge.profiles.article(found.type) : "of an unknown type"
      } else {
        text = judge.excerpt(found)
      }
      return .yes
    }
    return text ?? "not there"
  }
}
