package import FHIRDiagnostics
import FHIRSchema
import FHIRTape

extension Rule {
  /// Reports a value that differs from the one that the profile fixes.
  package static let profileFixedValue = Rule(
    "profile/fixed-value", .error, .value,
    summary: "a value is not the one that the profile fixes",
    explanation: Explanation(
      checks: """
        If a profile fixes a value, the value must be exactly that one, with nothing more and nothing less.
        """,
      matters: """
        The fixed value often determines the meaning of the rest of the element.
        """,
      bad: ProfileExample.text(
        """
        { "path": "Patient.gender", "fixedCode": "female" }
        """,
        record: """
          "gender": "male"
          """),
      good: ProfileExample.text(
        """
        { "path": "Patient.gender", "fixedCode": "female" }
        """,
        record: """
          "gender": "female"
          """),
      specification: "https://hl7.org/fhir/R4/profiling.html"))
}

extension ProfileJudge {
  /// Judges a value by the fixed one.
  mutating func checkFixed(_ assertion: ValueAssertion, _ item: JudgedItem) {
    if let fixed = assertion.fixed, !isEqual(item, fixed) {
      report(
        .profileFixedValue, at: item.range(tape),
        "expected \(fixed.excerpt), the only value that the profile \(profile.url) allows, found \(excerpt(item))")
    }
  }

  func isEqual(_ item: JudgedItem, _ fixed: KeptValue) -> Bool {
    guard item.value.exists else { return false }
    return JSONComparison(record: tape, definition: fixed.tape).isEqual(item.value, .root)
  }
}
