import ClinicalRecords
import FHIRFindings
import FHIRTape

extension PreflightRule {
  static let duplicateType = Rule(
    "preflight/duplicate-type", .warning, .duplicate,
    summary: "a required type is listed twice",
    checks: """
      Each identifier in NSHealthRequiredReadAuthorizationTypeIdentifiers occurs once. Shorthands are compared as \
      written.
      """,
    matters: """
      The duplicate has no effect and does not count towards the three required types; probably another type was \
      meant.
      """,
    bad: ExampleProject.requiring("Allergy", "Condition", "Medication", "Allergy"),
    good: ExampleProject.requiring("Allergy", "Condition", "Medication", "Immunization"),
    specification: page(ofKey: InfoPlistKey.requiredTypes))

  static func reportDuplicateType(_ text: String, at range: SourceRange, path: String, _ findings: inout FileFindings) {
    findings.report(
      duplicateType, at: range, path: path, "expected each type once, found '\(text.clippedName)' again")
  }
}
