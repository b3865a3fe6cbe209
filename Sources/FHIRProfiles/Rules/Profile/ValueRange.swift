package import FHIRDiagnostics
import FHIRSchema
import FHIRTape

extension Rule {
  /// Reports a value outside the range that the profile allows.
  package static let profileValueRange = Rule(
    "profile/value-range", .error, .value,
    summary: "a value is outside of the range that the profile allows",
    explanation: Explanation(
      checks: """
        A profile may state the lowest and the highest value. Numbers, and quantities with the same unit, are compared \
        as numbers; dates and times are compared to the precision that both have.
        """,
      matters: """
        A value outside the range is more often an entry error than a fact.
        """,
      bad: ProfileExample.text(
        """
        { "path": "Patient.multipleBirth[x]", "maxValueInteger": 8 }
        """,
        record: """
          "multipleBirthInteger": 11
          """),
      good: ProfileExample.text(
        """
        { "path": "Patient.multipleBirth[x]", "maxValueInteger": 8 }
        """,
        record: """
          "multipleBirthInteger": 1
          """),
      specification: "https://hl7.org/fhir/R4/profiling.html"))
}

extension ProfileJudge {
  /// Judges a value by its bounds.
  mutating func checkRange(_ assertion: ValueAssertion, _ item: JudgedItem) {
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
  }

  /// Compares a value with a bound: less than, equal to or greater than 0; `nil` if they cannot be compared.
  private func order(_ item: JudgedItem, _ bound: KeptValue) -> Int? {
    guard item.value >= 0 else { return nil }
    let other = bound.tape
    if tape.tag(item.value) == .object, other.tag(0) == .object {
      // Quantities with the same unit.
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
    // Dates and times in one zone have the order of their texts, to the precision that both have.
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
