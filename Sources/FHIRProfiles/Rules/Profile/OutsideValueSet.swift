package import FHIRFindings

extension Rule {
  /// Reports a code that is not in the value set that the profile requires.
  package static let profileOutsideValueSet = Rule(
    "profile/outside-value-set", .error, .codeInvalid,
    summary: "a code is not in the value set that the profile requires",
    explanation: Explanation(
      checks: """
        If a profile binds an element to a value set and the binding is required, or has a maximum, one of its codings \
        must be in the value set. A value set whose codes are not available is counted as not checked. The maximum of a \
        binding that is only preferred is a warning: such a binding demands no code.
        """,
      matters: "A reader of the profile knows only these codes.",
      profile: """
        { "path": "Patient.gender", "binding": { "strength": "required", "valueSetReference": { "reference": "http://example.org/sexes" } } }
        """,
      bad: #""gender": "other""#, good: #""gender": "female""#))
}

extension ProfileJudge {
  /// ``standing(of:in:)`` decides whether a code is in a value set.
  mutating func reportOutside(_ valueSet: String, _ item: JudgedItem, _ severity: Severity, subject: String?) {
    report(
      .profileOutsideValueSet, at: item.range(tape), severity: severity,
      "expected a code of the value set \(valueSet), as the profile \(profile.url) requires, found \(excerpt(item))",
      subject: subject)
  }
}
