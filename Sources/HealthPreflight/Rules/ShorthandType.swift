import ClinicalRecords
import FHIRFindings
import FHIRTape

extension PreflightRule {
  static let shorthandType = Rule(
    "preflight/shorthand-type", .error, .value,
    summary: "a required type has its name in code instead of its raw value",
    checks: """
      The identifiers in NSHealthRequiredReadAuthorizationTypeIdentifiers are raw values. A clinical type that is \
      named as in code, such as `allergyRecord`, is recognised, and the message gives the raw value.
      """,
    matters: """
      HealthKit compares raw values, so the shorthand names no type, and the type is not required. This is the most \
      common mistake with this key.
      """,
    bad: ExampleProject.requiring("Allergy", "Condition", "Medication", "<string>immunizationRecord</string>"),
    good: ExampleProject.requiring("Allergy", "Condition", "Medication", "Immunization"),
    specification: page(ofKey: InfoPlistKey.requiredTypes))

  static func reportShorthand(
    _ text: String, _ rawValue: String, at range: SourceRange, path: String, _ findings: inout FileFindings
  ) {
    findings.report(
      shorthandType, at: range, path: path,
      "expected a raw value, found the shorthand '\(text.clippedName)'; the raw value is '\(rawValue)'")
  }
}
