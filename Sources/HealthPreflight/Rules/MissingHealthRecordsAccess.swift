import ClinicalRecords
import FHIRFindings

extension PreflightRule {
  static let missingHealthRecordsAccess = Rule(
    "preflight/missing-health-records-access", .error, .required,
    summary: "the app asks for clinical records without the entitlement",
    checks: """
      If an Info.plist has NSHealthClinicalHealthRecordsShareUsageDescription, or a clinical type among its required \
      ones, the entitlements that belong to it have `health-records` in `com.apple.developer.healthkit.access`.
      """,
    matters: """
      Without it HealthKit raises an exception as soon as the app requests to read a clinical type. Conversely, App \
      Review rejects apps that have the entitlement and no feature that uses it.
      """,
    bad: ExampleProject.pair(access: nil),
    good: ExampleProject.pair(access: "<string>health-records</string>"),
    specification: page(ofEntitlement: EntitlementKey.access))

  static func checkHealthRecordsAccess(
    of rights: Entitlements, _ info: InfoPlist, _ findings: inout FileFindings
  ) {
    // A wrong value was already reported; reporting it as missing would repeat the fault.
    guard info.isAboutClinicalRecords, !rights.hasHealthRecords, rights.unknownAccess.isEmpty else { return }
    let value = rights.root[EntitlementKey.access]?.value
    if let value, value.elements?.count != rights.access.count { return }
    let reason = info.has(.clinical) ? "a usage description for them" : "clinical types among the required ones"
    findings.report(
      missingHealthRecordsAccess, at: value?.head ?? rights.root.head, path: EntitlementKey.access,
      "expected 'health-records', since the Info.plist has \(reason), found no such access")
  }
}
