package import FHIRFindings

extension Rule {
  package static let profileOutsideExtensibleValueSet = Rule(
    "profile/outside-extensible-value-set", .warning, .codeInvalid,
    summary: "a code is not in the value set that the profile extends",
    explanation: Explanation(
      checks: """
        If a profile's binding is extensible, a code of a system whose codes are in the value set should be one of \
        these. A code of another system is valid if the value set has no fitting code, which only a person can decide.
        """,
      matters: "Readers do not understand a private code where a common one exists.",
      profile: """
        { "path": "Patient.animal.breed", "binding": { "strength": "extensible", "valueSetReference": { "reference": "http://example.org/sexes" } } }
        """,
      bad: """
        "animal": { "species": { "text": "a" }, "breed": { "coding": [{ "system": "http://hl7.org/fhir/administrative-gender", "code": "other" }] } }
        """,
      good: """
        "animal": { "species": { "text": "a" }, "breed": { "coding": [{ "system": "http://hl7.org/fhir/administrative-gender", "code": "female" }] } }
        """))
}

extension ProfileJudge {
  /// ``standing(of:in:)`` decides whether a code is in a value set.
  mutating func reportOutsideExtensible(_ valueSet: String, _ item: JudgedItem, subject: String?) {
    report(
      .profileOutsideExtensibleValueSet, at: item.range(tape),
      "expected a code of the value set \(valueSet), where it has a fitting one, found \(excerpt(item))",
      subject: subject)
  }
}
