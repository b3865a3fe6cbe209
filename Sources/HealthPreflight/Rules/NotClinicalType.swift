import ClinicalRecords
import FHIRFindings
import FHIRTape

extension PreflightRule {
  /// Reports a required type of another kind.
  static let notClinicalType = Rule(
    "preflight/not-clinical-type", .warning, .value,
    summary: "a required type is not a clinical one",
    explanation: Rule.Explanation(
      checks: """
        The identifiers in NSHealthRequiredReadAuthorizationTypeIdentifiers name clinical types. Identifiers of \
        quantities, categories and other kinds are recognised by their prefix and reported.
        """,
      matters: """
        Required types are documented for clinical records. What HealthKit does with other kinds is not documented, \
        so nothing should depend on it.
        """,
      bad: """
        <plist version="1.0"><dict>
          <key>NSHealthClinicalHealthRecordsShareUsageDescription</key>
          <string>Shows your records in one place.</string>
          <key>NSHealthShareUsageDescription</key>
          <string>Shows your heart rate beside them.</string>
          <key>NSHealthUpdateUsageDescription</key>
          <string>Stores your workouts.</string>
          <key>NSHealthRequiredReadAuthorizationTypeIdentifiers</key>
          <array>
            <string>HKClinicalTypeIdentifierAllergyRecord</string>
            <string>HKClinicalTypeIdentifierConditionRecord</string>
            <string>HKClinicalTypeIdentifierMedicationRecord</string>
            <string>HKQuantityTypeIdentifierHeartRate</string>
          </array>
        </dict></plist>
        """,
      good: """
        <plist version="1.0"><dict>
          <key>NSHealthClinicalHealthRecordsShareUsageDescription</key>
          <string>Shows your records in one place.</string>
          <key>NSHealthUpdateUsageDescription</key>
          <string>Stores your workouts.</string>
          <key>NSHealthRequiredReadAuthorizationTypeIdentifiers</key>
          <array>
            <string>HKClinicalTypeIdentifierAllergyRecord</string>
            <string>HKClinicalTypeIdentifierConditionRecord</string>
            <string>HKClinicalTypeIdentifierMedicationRecord</string>
          </array>
        </dict></plist>
        """,
      specification: page(ofKey: InfoPlistKey.requiredTypes)))

  static func reportOtherKind(_ text: String, at range: SourceRange, path: String, _ findings: inout FileFindings) {
    findings.report(
      notClinicalType, at: range, path: path,
      "expected a clinical type, found '\(text.clippedName)'; what happens with other kinds is not documented")
  }
}
