package import FHIRFindings
import FHIRSchema

extension Rule {
  /// Reports more values of an element than a profile allows.
  package static let profileTooManyValues = Rule(
    "profile/too-many-values", .error, .structure,
    summary: "a profile allows fewer values of an element",
    explanation: Explanation(
      checks: """
        A profile may lower the maximum of an element or of a slice, or forbid it with a maximum of 0. The finding is \
        at the first value beyond the maximum.
        """,
      matters: "Software that relies on the profile takes the first value and drops the rest, or fails.",
      profile: #"{ "path": "Patient.name", "max": "1" }"#,
      bad: #""name": [{ "text": "Ada" }, { "text": "Countess" }]"#, good: #""name": [{ "text": "Ada" }]"#))
}

extension ProfileJudge {
  /// Judges whether an element occurs too often.
  mutating func checkMaximum(_ edge: ProfileEdge, _ items: Range<Int>) {
    if items.count > edge.count.maximum {
      let name = profiles.schema.elements[edge.element].name
      report(
        .profileTooManyValues, below: work.items[items.lowerBound + edge.count.maximum],
        tooMany(name, edge.count.maximum, items.count))
    }
  }

  func tooMany(_ name: String, _ maximum: Int, _ count: Int) -> String {
    maximum == 0
      ? "expected no '\(name)', which the profile \(profile.url) does not allow, found \(count)"
      : "expected at most \(maximum) of '\(name)' by the profile \(profile.url), found \(count)"
  }
}
