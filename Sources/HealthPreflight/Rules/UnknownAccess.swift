import ClinicalRecords
import FHIRDiagnostics
import FHIRSupport
import FHIRTape

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
        A misspelt value grants nothing. HealthKit then raises an exception when the app requests to read clinical \
        records.
        """,
      bad: ExampleProject.pair(access: "<string>healthrecords</string>"),
      good: ExampleProject.pair(access: "<string>health-records</string>"),
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
