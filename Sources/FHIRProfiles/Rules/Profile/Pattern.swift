package import FHIRFindings
import FHIRSchema
import FHIRTape

extension Rule {
  package static let profilePattern = Rule(
    "profile/pattern", .error, .value,
    summary: "a value lacks what the profile's pattern has",
    explanation: Explanation(
      checks: """
        If a profile has a pattern, the value must contain the whole pattern: each member, and for each item of an \
        array one that contains it. If only one part differs, the finding is about that part, or about the object \
        that lacks it.
        """,
      matters: "Readers look for the pattern, such as a code for the kind of an observation.",
      profile: #"{ "path": "Patient.maritalStatus", "patternCodeableConcept": { "coding": [{ "code": "M" }] } }"#,
      bad: #""maritalStatus": { "coding": [{ "system": "http://hl7.org/fhir/v3/MaritalStatus", "code": "S" }] }"#,
      good: #""maritalStatus": { "coding": [{ "system": "http://hl7.org/fhir/v3/MaritalStatus", "code": "M" }] }"#))
}

extension ProfileJudge {
  mutating func checkPattern(_ assertion: ValueAssertion, of path: String, _ item: JudgedItem) {
    guard let pattern = assertion.facts.pattern, !fits(item, pattern, isExact: false) else { return }
    guard !silence.isOn, let difference = difference(of: item, from: pattern, isExact: false), !difference.way.isEmpty
    else {
      return report(
        .profilePattern, at: item.range(tape),
        "expected a value with \(pattern.excerpt), as the profile \(profile.url) demands, found \(excerpt(item))")
    }
    report(
      .profilePattern, difference, of: item, from: pattern,
      subject: "the profile \(profile.url) demands \(pattern.excerpt) in \(path)")
  }
}
