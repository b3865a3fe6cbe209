package import FHIRFindings

extension Rule {
  package static let profileConstraint = Rule(
    "profile/constraint", .error, .invariant, summary: "a constraint of a profile does not hold",
    checks: """
      A profile may state constraints in FHIRPath. Each must be true; an empty result counts as false. A constraint \
      that the profile states as a warning is reported as a warning.
      """,
    matters: """
      A constraint states what cardinalities and types cannot, such as that one of two elements must be present.
      """,
    profile: """
      { "path": "Patient", "constraint": [{ "key": "example-1", "severity": "error", "human": "A name has a family name", "expression": "name.all(family.exists())" }] }
      """,
    bad: #""name": [{ "text": "Ada" }]"#, good: #""name": [{ "family": ["Lovelace"] }]"#)
}

extension ProfileJudge {
  /// Judges a value by a constraint. An empty result counts as false: <https://hl7.org/fhir/R4/conformance-rules.html>.
  mutating func check(_ constraint: ProfileConstraint, _ item: JudgedItem) {
    if constraint.looksElsewhere { work.rest(on: .surroundings) }
    let answer = isMet(constraint, item)
    guard answer == .no else { return notChecked.count(answer) }
    report(
      .profileConstraint, at: item.range(tape), severity: constraint.severity,
      """
      expected \(constraint.key) of the profile \(profile.url) to hold, '\(constraint.human)', found that \
      '\(constraint.excerpt)' is not true
      """)
  }
}
