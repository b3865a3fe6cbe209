import FHIRTape

extension ProfileJudge {
  /// Judges a value by what the profile fixes of it.
  mutating func check(_ assertion: ValueAssertion, _ item: JudgedItem) {
    checkFixed(assertion, item)
    checkPattern(assertion, item)
    checkRange(assertion, item)
    checkLength(assertion, item)
  }

  /// What a message shows of a value.
  func excerpt(_ item: JudgedItem) -> String { item.value < 0 ? "no value" : tape.excerpt(item.value) }
}
