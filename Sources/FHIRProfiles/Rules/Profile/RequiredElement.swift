package import FHIRFindings
import FHIRSchema

extension Rule {
  package static let profileRequiredElement = Rule(
    "profile/required-element", .error, .required,
    summary: "a profile requires an element that is not there",
    explanation: Explanation(
      checks: """
        A profile may raise the minimum of an element. Each object that the profile applies to must have the element \
        at least as often. An element counts if it has a value, or extensions in place of one.
        """,
      matters: "Software that relies on the profile reads the element without testing whether it is present.",
      profile: #"{ "path": "Patient.birthDate", "min": 1 }"#,
      bad: #""gender": "female""#, good: #""gender": "female", "birthDate": "1990-02-03""#))
}

extension ProfileJudge {
  /// Judges whether an element occurs often enough.
  mutating func checkMinimum(_ edge: ProfileEdge, _ items: Range<Int>, around item: JudgedItem) {
    if items.count < edge.count.minimum {
      report(.profileRequiredElement, at: item.range(tape), missing: edge.element, missing(edge, items.count))
    }
  }

  private func missing(_ edge: ProfileEdge, _ count: Int) -> String {
    let (name, url) = (profiles.schema.elements[edge.element].baseName, profile.url)
    if count == 0, edge.count.minimum == 1 {
      return "expected '\(name)', which the profile \(url) requires, found none"
    }
    return "expected at least \(edge.count.minimum) values of '\(name)' by the profile \(url), found \(count)"
  }
}
