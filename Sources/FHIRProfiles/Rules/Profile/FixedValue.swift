package import FHIRFindings
import FHIRSchema
import FHIRTape

extension Rule {
  package static let profileFixedValue = Rule(
    "profile/fixed-value", .error, .value,
    summary: "a value is not the one that the profile fixes",
    explanation: Explanation(
      checks: """
        If a profile fixes a value, the value must be exactly that one, with nothing more and nothing less. \
        If the only difference is in a part, the finding is about that part, or about the object that lacks it.
        """,
      matters: "The fixed value often determines the meaning of the rest of the element.",
      profile: #"{ "path": "Patient.gender", "fixedCode": "female" }"#,
      bad: #""gender": "male""#, good: #""gender": "female""#))
}

extension ProfileJudge {
  mutating func checkFixed(_ assertion: ValueAssertion, of path: String, _ item: JudgedItem) {
    guard let fixed = assertion.facts.fixed else { return }
    // What a primitive has beside it is more than the fixed value.
    if fits(item, fixed, isExact: true), !item.sibling.exists || fixed.tape.isContainer(.root) { return }
    guard !silence.isOn, let difference = difference(of: item, from: fixed, isExact: true), !difference.way.isEmpty
    else {
      return report(
        .profileFixedValue, at: item.range(tape),
        "expected \(fixed.excerpt), the only value that the profile \(profile.url) allows, found \(excerpt(item))"
          + (fits(item, fixed, isExact: true) ? " with an extension or an id" : ""))
    }
    report(
      .profileFixedValue, difference, of: item, from: fixed,
      subject: "the profile \(profile.url) allows only \(fixed.excerpt) in \(path)")
  }
}
