import ClinicalRecords
import FHIRFindings
import FHIRTape

extension PreflightRule {
  static let notClinicalType = Rule(
    "preflight/not-clinical-type", .warning, .value,
    summary: "a required type is not a clinical one",
    checks: """
      The identifiers in NSHealthRequiredReadAuthorizationTypeIdentifiers name clinical types. Identifiers of \
      quantities, categories and other kinds are recognised by their prefix and reported.
      """,
    matters: """
      Required types are documented for clinical records. What HealthKit does with other kinds is not documented, \
      so nothing should depend on it.
      """,
    bad: ExampleProject.requiring(
      "Allergy", "Condition", "Medication", "<string>HKQuantityTypeIdentifierHeartRate</string>"
    ).replacing(
      "  <key>NSHealthUpdate",
      with: """
          <key>NSHealthShareUsageDescription</key>
          <string>Shows your heart rate beside them.</string>
          <key>NSHealthUpdate
        """),
    good: ExampleProject.requiring("Allergy", "Condition", "Medication"),
    specification: page(ofKey: InfoPlistKey.requiredTypes))

  static func reportOtherKind(_ text: String, at range: SourceRange, path: String, _ findings: inout FileFindings) {
    findings.report(
      notClinicalType, at: range, path: path,
      "expected a clinical type, found '\(text.clippedName)'; what happens with other kinds is not documented")
  }
}
