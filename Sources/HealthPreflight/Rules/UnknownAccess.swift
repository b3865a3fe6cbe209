import ClinicalRecords
import FHIRDiagnostics
import FHIRText

extension PreflightRule {
  /// Reports an access other than health-records.
  static let unknownAccess = Rule(
    "preflight/unknown-access", .error, .value,
    summary: "an access value that HealthKit does not know",
    explanation: Rule.Explanation(
      checks: """
        The strings in `com.apple.developer.healthkit.access` are `health-records`, the only value that is \
        documented.
        """,
      matters: """
        A misspelt value grants nothing. HealthKit then throws when the app asks to read clinical records.
        """,
      bad: """
        <!-- App.entitlements -->
        <plist version="1.0"><dict>
          <key>com.apple.developer.healthkit</key>
          <true/>
          <key>com.apple.developer.healthkit.access</key>
          <array><string>healthrecords</string></array>
        </dict></plist>
        <!-- Info.plist -->
        <plist version="1.0"><dict>
          <key>NSHealthClinicalHealthRecordsShareUsageDescription</key>
          <string>Shows your records in one place.</string>
          <key>NSHealthUpdateUsageDescription</key>
          <string>Stores your workouts.</string>
        </dict></plist>
        """,
      good: """
        <!-- App.entitlements -->
        <plist version="1.0"><dict>
          <key>com.apple.developer.healthkit</key>
          <true/>
          <key>com.apple.developer.healthkit.access</key>
          <array><string>health-records</string></array>
        </dict></plist>
        <!-- Info.plist -->
        <plist version="1.0"><dict>
          <key>NSHealthClinicalHealthRecordsShareUsageDescription</key>
          <string>Shows your records in one place.</string>
          <key>NSHealthUpdateUsageDescription</key>
          <string>Stores your workouts.</string>
        </dict></plist>
        """,
      specification:
        "https://developer.apple.com/documentation/bundleresources/entitlements/com.apple.developer.healthkit.access"))

  static func checkAccess(of rights: Entitlements, _ findings: inout FileFindings) {
    for (index, text, range) in rights.access where text.byBytes != EntitlementKey.healthRecordsAccess.byBytes {
      findings.report(
        unknownAccess, at: range, path: "\(EntitlementKey.access)[\(index)]",
        "expected 'health-records', the only access there is, found '\(text.clippedName)'")
    }
  }
}
