package import FHIRFindings

extension Rule {
  package static let profileOutsideExtensibleValueSet = Rule(
    "profile/outside-extensible-value-set", .warning, .codeInvalid,
    summary: "a code is not in the value set that the profile extends",
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
      """)

  package static let profileOutsideValueSet = Rule(
    "profile/outside-value-set", .error, .codeInvalid,
    summary: "a code is not in the value set that the profile requires",
    checks: """
      If a profile binds an element to a value set and the binding is required, or has a maximum, one of its codings \
      must be in the value set. The version of a code system is the one that the value set names (`*` for all), else \
      the one that the coding names, else the newest. Counted as not checked are codes of a version that is not \
      available, codes where the value set or its codes are not available, and codes that are not \
      known of a system of which a value set has all. A value set with `inactive` false has no codes that their \
      system has retired (`inactive`, or the `status` `retired`). The maximum of a binding that is only preferred is \
      a warning: such a binding demands no code.
      """,
    matters: "A reader of the profile knows only these codes.",
    profile: """
      { "path": "Patient.gender", "binding": { "strength": "required", "valueSetReference": { "reference": "http://example.org/sexes" } } }
      """,
    bad: #""gender": "other""#, good: #""gender": "female""#)
}

extension ProfileJudge {
  /// ``standing(of:in:)`` decides whether a code is in a value set; an extensible binding has no severity.
  mutating func reportOutside(_ valueSet: String, _ item: JudgedItem, _ severity: Severity?, subject: String?) {
    let demand = severity == nil ? "where it has a fitting one" : "as the profile \(profile.url) requires"
    report(
      severity == nil ? .profileOutsideExtensibleValueSet : .profileOutsideValueSet, at: item.range(tape),
      severity: severity, "expected a code of the value set \(valueSet), \(demand), found \(excerpt(item))",
      subject: subject)
  }
}
