import ClinicalRecords
import FHIRFindings
import FHIRTape

extension PreflightRule {
  static let invalidEntitlement = Rule(
    "preflight/invalid-entitlement", .error, .value, summary: "an entitlement has a value of the wrong type",
    checks: """
      `com.apple.developer.healthkit` and `com.apple.developer.healthkit.background-delivery` are booleans, \
      `com.apple.developer.healthkit.access` is an array of strings.
      """,
    matters: "A value of another type grants nothing, or the app cannot be signed.",
    example: ExampleProject.list([
      ("com.apple.developer.healthkit", "<true/>"), ("com.apple.developer.healthkit.access", "~"),
    ]),
    bad: "<string>health-records</string>", good: "<array/>", specification: page(ofEntitlement: EntitlementKey.access))

  static func checkEntitlementForms(of rights: Entitlements, _ findings: inout [Finding]) {
    for key in [EntitlementKey.healthKit, EntitlementKey.backgroundDelivery] {
      guard let value = rights.root[key]?.value, value.boolean == nil else { continue }
      findings.report(
        invalidEntitlement, at: value.head, path: key, "expected '\(key)' to be true or false, found \(value.kind)")
    }
    let key = EntitlementKey.access
    checkStrings(key, of: rights.root, invalidEntitlement, "a string in '\(key)'", &findings)
  }

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
    bad: ExampleProject.pair(access: nil), good: ExampleProject.pair(access: "<string>health-records</string>"),
    specification: page(ofEntitlement: EntitlementKey.access))

  static func checkHealthRecordsAccess(of rights: Entitlements, _ info: InfoPlist, _ findings: inout [Finding]) {
    // A wrong value was already reported; reporting it as missing would repeat the fault.
    guard info.has(.clinical) || info.requiresClinicalTypes, !rights.hasHealthRecords, rights.unknownAccess.isEmpty
    else { return }
    let value = rights.root[EntitlementKey.access]?.value
    if let value, value.elements?.count != rights.access.count { return }
    let reason = info.has(.clinical) ? "a usage description for them" : "clinical types among the required ones"
    findings.report(
      missingHealthRecordsAccess, at: value?.head ?? rights.root.head, path: EntitlementKey.access,
      "expected 'health-records', since the Info.plist has \(reason), found no such access")
  }

  static let missingHealthkitEntitlement = Rule(
    "preflight/missing-healthkit-entitlement", .error, .required,
    summary: "the entitlement for HealthKit is absent or false",
    checks: """
      If an Info.plist has keys of HealthKit, or another entitlement of HealthKit is set, \
      `com.apple.developer.healthkit` is present and true. In a project without entitlements the finding is in the \
      Info.plist.
      """,
    matters: "Without the entitlement no call of HealthKit succeeds, and the other keys have no effect.",
    example: ExampleProject.files([
      ("App.entitlements", [("com.apple.developer.healthkit", "<~/>")]),
      ("Info.plist", [("NSHealthUpdateUsageDescription", "<string>Stores your workouts.</string>")]),
    ]),
    bad: "false", good: "true", specification: page(ofEntitlement: EntitlementKey.healthKit))

  /// Checks entitlements alone: the key is false, or absent beside others that need it.
  static func checkHealthKit(of rights: Entitlements, _ findings: inout [Finding]) {
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

  static func checkHealthKit(of rights: Entitlements, _ info: InfoPlist, _ findings: inout [Finding]) {
    guard info.isAboutHealthKit, !rights.isAboutHealthKit else { return }
    let key = EntitlementKey.healthKit
    findings.report(
      missingHealthkitEntitlement, at: rights.root.head, path: key,
      "expected '\(key)', since the Info.plist uses HealthKit, found none")
  }

  static func reportMissingEntitlements(for info: InfoPlist, _ findings: inout [Finding]) {
    let key = EntitlementKey.healthKit
    findings.report(
      missingHealthkitEntitlement, at: info.root.head, path: key,
      "expected entitlements with '\(key)', since this Info.plist uses HealthKit, found none in the project")
  }

  static let unknownAccess = Rule(
    "preflight/unknown-access", .error, .value, summary: "an access value that HealthKit does not know",
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

  static func checkAccess(of rights: Entitlements, _ findings: inout [Finding]) {
    for (index, text, range) in rights.unknownAccess {
      findings.report(
        unknownAccess, at: range, path: "\(EntitlementKey.access)[\(index)]",
        "expected 'health-records' or 'verifiable-health-records', found '\(text.clippedName)'")
    }
  }
}
