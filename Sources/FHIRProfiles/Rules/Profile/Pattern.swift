package import FHIRDiagnostics
import FHIRSchema
import FHIRTape

extension Rule {
  /// Reports: a value lacks what the profile's pattern has.
  package static let profilePattern = Rule(
    "profile/pattern", .error, .value,
    summary: "a value lacks what the profile's pattern has",
    explanation: Explanation(
      checks: """
        Where a profile has a pattern, the value must have at least all that the pattern has: each member, and for \
        each item of an array one that has at least as much.
        """,
      matters: """
        The pattern is what a reader looks for, such as a code that says what an observation is.
        """,
      bad: ProfileExample.text(
        """
        { "path": "Patient.maritalStatus", "patternCodeableConcept": { "coding": [{ "code": "M" }] } }
        """,
        record: """
          "maritalStatus": { "coding": [{ "system": "http://hl7.org/fhir/v3/MaritalStatus", "code": "S" }] }
          """),
      good: ProfileExample.text(
        """
        { "path": "Patient.maritalStatus", "patternCodeableConcept": { "coding": [{ "code": "M" }] } }
        """,
        record: """
          "maritalStatus": { "coding": [{ "system": "http://hl7.org/fhir/v3/MaritalStatus", "code": "M" }] }
          """),
      specification: "https://hl7.org/fhir/R4/profiling.html"))
}

extension ProfileJudge {
  /// Judges a value by what it has to hold.
  mutating func checkPattern(_ assertion: ValueAssertion, _ item: JudgedItem) {
    if let pattern = assertion.pattern, !hasPattern(item, pattern) {
      report(
        .profilePattern, at: item.range(tape),
        "expected a value with \(pattern.excerpt), as the profile \(profile.url) demands, found \(excerpt(item))")
    }
  }

  func hasPattern(_ item: JudgedItem, _ pattern: KeptValue) -> Bool {
    guard item.value >= 0 else { return false }
    return JSONComparison(record: tape, definition: pattern.tape).contains(item.value, 0)
  }
}
