import FHIRPath
import FHIRSchema
import FHIRTape

extension ProfileJudge {
  /// Judges a value by the profile's assertions about values.
  mutating func check(_ assertion: ValueAssertion, _ item: JudgedItem) {
    if let fixed = assertion.fixed, !isEqual(item, fixed) {
      report(
        .profileFixedValue, at: item.range(tape),
        "expected \(fixed.excerpt), the only value that the profile \(profile.url) allows, found \(excerpt(item))")
    }
    if let pattern = assertion.pattern, !hasPattern(item, pattern) {
      report(
        .profilePattern, at: item.range(tape),
        "expected a value with \(pattern.excerpt), as the profile \(profile.url) demands, found \(excerpt(item))")
    }
    if let lowest = assertion.lowest, !isWithin(lowest, item) {
      report(
        .profileValueRange, at: item.range(tape),
        "expected \(lowest.value.excerpt) at least, by the profile \(profile.url), found \(excerpt(item))")
    }
    if let highest = assertion.highest, !isWithin(highest, item) {
      report(
        .profileValueRange, at: item.range(tape),
        "expected \(highest.value.excerpt) at most, by the profile \(profile.url), found \(excerpt(item))")
    }
    if let length = assertion.maximumLength, let found = characters(item), found > length {
      report(
        .profileTooLong, at: item.range(tape),
        "expected \(length) characters at most, by the profile \(profile.url), found \(found)")
    }
  }

  /// The text of a value in a message.
  func excerpt(_ item: JudgedItem) -> String { item.value < 0 ? "no value" : tape.excerpt(item.value) }

  func isEqual(_ item: JudgedItem, _ fixed: KeptValue) -> Bool {
    guard item.value >= 0 else { return false }
    return JSONComparison(record: tape, definition: fixed.tape).isEqual(item.value, 0)
  }

  func hasPattern(_ item: JudgedItem, _ pattern: KeptValue) -> Bool {
    guard item.value >= 0 else { return false }
    return JSONComparison(record: tape, definition: pattern.tape).contains(item.value, 0)
  }

  /// The characters of a text, `nil` for anything else.
  private func characters(_ item: JudgedItem) -> Int? {
    guard item.value >= 0 else { return nil }
    switch tape.tag(item.value) {
    case .string:
      let text = UnsafeBufferPointer(start: tape.lexeme(item.value), count: tape.length(item.value))
      return text.reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
    case .escapedString: return tape.string(item.value).unicodeScalars.count
    default: return nil
    }
  }

  /// Whether a value keeps to a bound; one that cannot be compared with it is counted.
  private mutating func isWithin(_ bound: ValueBound, _ item: JudgedItem) -> Bool {
    guard item.value >= 0, work.spend(20) else { return true }
    let found = try? expressions.evaluator.evaluateBoolean(
      bound.expression, over: tape, at: item.node, resource: around.resource.node, root: around.container.node,
      scope: around.scope)
    if found == nil { notChecked.countConstraint() }
    return found ?? true
  }
}
