import FHIRTape

extension ProfileJudge {
  /// Judges a value by the profile's assertions about values.
  mutating func check(_ assertion: ValueAssertion, _ item: JudgedItem) {
    checkFixed(assertion, item)
    checkPattern(assertion, item)
    checkRange(assertion, item)
    checkLength(assertion, item)
  }

  /// The text of a value in a message.
  func excerpt(_ item: JudgedItem) -> String { !item.value.exists ? "no value" : tape.excerpt(item.value) }
}
