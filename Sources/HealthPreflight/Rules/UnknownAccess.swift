import ClinicalRecords
import FHIRFindings
import FHIRSupport
import FHIRTape

extension PreflightRule {
  static let unknownAccess = Rule(
    "preflight/unknown-access", .error, .value,
    summary: "an access value that HealthKit does not know",
    checks: """
      The strings in `com.apple.developer.healthkit.access` are `health-records`, for clinical records, and \
      `verifiable-health-records`, for health cards, which Apple grants on request.
      """,
    matters: """
      A misspelt value grants nothing. HealthKit then raises an exception when the app requests to read clinical \
      records, and a query of verifiable ones fails.
      """,
    bad: ExampleProject.pair(access: "<string>healthrecords</string>"),
    good: ExampleProject.pair(access: "<string>health-records</string>"),
    specification: page(ofEntitlement: EntitlementKey.access))

  static func checkAccess(of rights: Entitlements, _ findings: inout FileFindings) {
    for (index, text, range) in rights.unknownAccess {
      findings.report(
        unknownAccess, at: range, path: "\(EntitlementKey.access)[\(index)]",
        "expected 'health-records' or 'verifiable-health-records', found '\(text.clippedName)'")
    }
  }
}
