import ClinicalRecords
import FHIRFindings
import FHIRTape

extension PreflightRule {
  static let unknownType = Rule(
    "preflight/unknown-type", .error, .value,
    summary: "a required type that HealthKit does not have",
    checks: """
      The identifiers in NSHealthRequiredReadAuthorizationTypeIdentifiers are types of HealthKit, with exactly their \
      upper and lower case. The nine clinical types are recognised by name, other kinds by their prefix.
      """,
    matters: "An unknown identifier has no effect, so a type that the app seems to require is not required.",
    bad: ExampleProject.requiring("Allergy", "Condition", "Medication", "Alergy"),
    good: ExampleProject.requiring("Allergy", "Condition", "Medication", "Immunization"),
    specification: page(ofKey: InfoPlistKey.requiredTypes))

  static func reportUnknownType(
    _ text: String, _ nearest: String?, at range: SourceRange, path: String, _ findings: inout FileFindings
  ) {
    let hint = nearest.map { "; the nearest is '\($0)'" } ?? ""
    findings.report(
      unknownType, at: range, path: path,
      "expected the raw value of a type of HealthKit, found '\(text.clippedName)'\(hint)")
  }
}
