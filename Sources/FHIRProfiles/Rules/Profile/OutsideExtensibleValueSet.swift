package import FHIRDiagnostics

extension Rule {
  /// Reports: a code is not in the value set that the profile extends.
  package static let profileOutsideExtensibleValueSet = Rule(
    "profile/outside-extensible-value-set", .warning, .codeInvalid,
    summary: "a code is not in the value set that the profile extends",
    explanation: Explanation(
      checks: """
        Where a profile's binding is extensible, a code of a system whose codes are in the value set should be one of \
        these. Whether a code of another system is right, because the value set has no fitting one, only a person can \
        tell.
        """,
      matters: """
        Who sends a code of one's own where a common one exists is not understood.
        """,
      bad: ProfileExample.text(
        """
        { "path": "Patient.gender", "binding": { "strength": "extensible", "valueSetReference": { "reference": "http://example.org/sexes" } } }
        """,
        record: """
          "gender": "other"
          """),
      good: ProfileExample.text(
        """
        { "path": "Patient.gender", "binding": { "strength": "extensible", "valueSetReference": { "reference": "http://example.org/sexes" } } }
        """,
        record: """
          "gender": "female"
          """),
      specification: "https://hl7.org/fhir/R4/profiling.html"))
}

extension ProfileJudge {
  /// Whether a code stands in a value set is told by ``standing(of:in:)``.
  mutating func reportOutsideExtensible(_ valueSet: String, _ item: JudgedItem) {
    report(
      .profileOutsideExtensibleValueSet, at: item.range(tape),
      "expected a code of the value set \(valueSet), where it has a fitting one, found \(excerpt(item))")
  }
}
