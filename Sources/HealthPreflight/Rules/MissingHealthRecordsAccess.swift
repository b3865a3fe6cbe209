import ClinicalRecords
import FHIRDiagnostics

extension PreflightRule {
  /// Reports entitlements that do not allow the clinical records that the Info.plist asks for.
  static let missingHealthRecordsAccess = Rule(
    "preflight/missing-health-records-access", .error, .required,
    summary: "the app asks for clinical records without the entitlement",
    explanation: Rule.Explanation(
      checks: """
        Where an Info.plist has NSHealthClinicalHealthRecordsShareUsageDescription, or a clinical type among its \
        required ones, the entitlements that belong to it have `health-records` in \
        `com.apple.developer.healthkit.access`.
        """,
      matters: """
        Without it HealthKit throws as soon as the app asks to read a clinical type: authorization to read it is \
        disallowed. Conversely, App Review rejects apps that have the entitlement and no feature that uses it.
        """,
      bad: """
        <!-- App.entitlements -->
        <plist version="1.0"><dict>
          <key>com.apple.developer.healthkit</key>
          <true/>
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

  static func checkHealthRecordsAccess(
    of rights: Entitlements, _ info: InfoPlist, _ findings: inout FileFindings
  ) {
    // A wrong value was already reported; reporting it as missing would repeat the fault.
    guard info.isAboutClinicalRecords, rights.access.isEmpty else { return }
    let value = rights.root[EntitlementKey.access]?.value
    if let value, value.elements?.isEmpty != true { return }
    let reason = info.has(.clinical) ? "a usage description for them" : "clinical types among the required ones"
    findings.report(
      missingHealthRecordsAccess, at: value?.head ?? rights.root.head, path: EntitlementKey.access,
      "expected 'health-records', since the Info.plist has \(reason), found no such access")
  }
}
