package import FHIRFindings
import FHIRSchema
import FHIRTape

extension Rule {
  package static let profileTooLong = Rule(
    "profile/too-long", .error, .tooLong,
    summary: "a text is longer than the profile allows",
    explanation: Explanation(
      checks: "A profile may limit the number of characters of a text.",
      matters: "A reader with a field of that size truncates the text.",
      profile: #"{ "path": "Patient.language", "maxLength": 2 }"#,
      bad: #""language": "en-US""#, good: #""language": "en""#))
}

extension ProfileJudge {
  mutating func checkLength(_ assertion: ValueAssertion, _ item: JudgedItem) {
    if let length = assertion.facts.maximumLength, let found = characters(item), found > length {
      report(
        .profileTooLong, at: item.range(tape),
        "expected \(length) characters at most, by the profile \(profile.url), found \(found)")
    }
  }

  /// The characters of a text, `nil` for anything else.
  private func characters(_ item: JudgedItem) -> Int? {
    let tape = tape
    guard item.value.exists else { return nil }
    switch tape.tag(item.value) {
    case .string:
      let text = UnsafeBufferPointer(start: tape.lexeme(item.value), count: tape.length(item.value))
      return text.reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
    case .escapedString: return tape.string(item.value).unicodeScalars.count
    default: return nil
    }
  }
}
