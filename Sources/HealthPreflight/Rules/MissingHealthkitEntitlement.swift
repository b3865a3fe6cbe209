import ClinicalRecords
import FHIRFindings

extension PreflightRule {
  static let missingHealthkitEntitlement = Rule(
    "preflight/missing-healthkit-entitlement", .error, .required,
    summary: "the entitlement for HealthKit is absent or false",
    checks: """
      If an Info.plist has keys of HealthKit, or another entitlement of HealthKit is set, \
      `com.apple.developer.healthkit` is present and true. In a project without entitlements the finding is in the \
      Info.plist.
      """,
    matters: "Without the entitlement no call of HealthKit succeeds, and the other keys have no effect.",
    bad: ExampleProject.files([
      ("App.entitlements", [("com.apple.developer.healthkit", "<false/>")]),
      ("Info.plist", [("NSHealthUpdateUsageDescription", "<string>Stores your workouts.</string>")]),
    ]),
    good: ExampleProject.files([
      ("App.entitlements", [("com.apple.developer.healthkit", "<true/>")]),
      ("Info.plist", [("NSHealthUpdateUsageDescription", "<string>Stores your workouts.</string>")]),
    ]),
    specification: page(ofEntitlement: EntitlementKey.healthKit))

  /// Checks entitlements alone: the key is false, or absent beside others that need it.
  static func checkHealthKit(of rights: Entitlements, _ findings: inout FileFindings) {
    let key = EntitlementKey.healthKit
    if let value = rights.root[key]?.value {
      guard value.boolean == false else { return }
      return findings.report(
        missingHealthkitEntitlement, at: value.range, path: key, "expected '\(key)' to be true, found false")
    }
    guard rights.isAboutHealthKit else { return }
    findings.report(
      missingHealthkitEntitlement, at: rights.root.head, path: key,
      "expected '\(key)', which the other entitlements of HealthKit need, found none")
  }

  /// Checks that the key is present if the Info.plist has keys of HealthKit.
  static func checkHealthKit(of rights: Entitlements, _ info: InfoPlist, _ findings: inout FileFindings) {
    guard info.isAboutHealthKit, !rights.isAboutHealthKit else { return }
    let key = EntitlementKey.healthKit
    findings.report(
      missingHealthkitEntitlement, at: rights.root.head, path: key,
      "expected '\(key)', since the Info.plist uses HealthKit, found none")
  }

  /// Reports a whole project without entitlements.
  static func reportMissingEntitlements(for info: InfoPlist, _ findings: inout FileFindings) {
    let key = EntitlementKey.healthKit
    findings.report(
      missingHealthkitEntitlement, at: info.root.head, path: key,
      "expected entitlements with '\(key)', since this Info.plist uses HealthKit, found none in the project")
  }
}
