import FHIRSchema
import FHIRTape

extension ProfileJudge {
  /// Judges a value by what the profile fixes of it.
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
    if let lowest = assertion.lowest, let order = order(item, lowest), order < 0 {
      report(
        .profileValueRange, at: item.range(tape),
        "expected \(lowest.excerpt) at least, by the profile \(profile.url), found \(excerpt(item))")
    }
    if let highest = assertion.highest, let order = order(item, highest), order > 0 {
      report(
        .profileValueRange, at: item.range(tape),
        "expected \(highest.excerpt) at most, by the profile \(profile.url), found \(excerpt(item))")
    }
    if let length = assertion.maximumLength, let found = characters(item), found > length {
      report(
        .profileTooLong, at: item.range(tape),
        "expected \(length) characters at most, by the profile \(profile.url), found \(found)")
    }
  }

  /// What a message shows of a value.
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

  /// How a value stands to a bound: less than, equal to or greater than 0; `nil` where they cannot be compared.
  private func order(_ item: JudgedItem, _ bound: KeptValue) -> Int? {
    guard item.value >= 0 else { return nil }
    let other = bound.tape
    if tape.tag(item.value) == .object, other.tag(0) == .object {
      // Quantities of one unit.
      for name: StaticString in ["system", "code"] {
        let (a, b) = (tape.member(name, of: item.value), other.member(name, of: 0))
        guard let b else { continue }
        guard let a, JSONComparison(record: tape, definition: other).isEqual(a, b) else { return nil }
      }
      guard let a = tape.member("value", of: item.value), let b = other.member("value", of: 0) else { return nil }
      return Self.order(number(tape, a), number(other, b))
    }
    if let b = number(other, 0) { return Self.order(number(tape, item.value), b) }
    guard let a = text(tape, item.value), let b = text(other, 0) else { return nil }
    // Dates and times in one zone have the order of their texts, as far as both say something.
    let (first, second) = (a.utf8.prefix(b.utf8.count), b.utf8.prefix(a.utf8.count))
    return first.elementsEqual(second) ? 0 : first.lexicographicallyPrecedes(second) ? -1 : 1
  }

  private static func order(_ a: Double?, _ b: Double?) -> Int? {
    guard let a, let b else { return nil }
    return a < b ? -1 : a > b ? 1 : 0
  }

  private func number(_ tape: Tape, _ index: Int) -> Double? {
    switch tape.tag(index) {
    case .integer, .decimal, .exponent: Double(DefinitionNode(tape, index).lexeme)
    default: nil
    }
  }

  private func text(_ tape: Tape, _ index: Int) -> String? { DefinitionNode(tape, index).string }
}
