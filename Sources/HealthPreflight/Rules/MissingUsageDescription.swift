import ClinicalRecords
import FHIRFindings
import FHIRTape

extension PreflightRule {
  static let missingUsageDescription = Rule(
    "preflight/missing-usage-description", .error, .required,
    summary: "a usage description that the app needs is absent",
    checks: """
      NSHealthClinicalHealthRecordsShareUsageDescription is present if the entitlements request `health-records` or \
      a required type is clinical; NSHealthShareUsageDescription if a required type is of another kind, or if the \
      entitlements have background delivery and nothing else shows what is read; and at least one of the three if \
      the entitlements have HealthKit.
      """,
    matters: """
      HealthKit raises an exception if the app requests authorization without the matching description, and App \
      Review rejects apps without one.
      """,
    bad: ExampleProject.pair(
      access: "<string>health-records</string>",
      info: "  <key>CFBundleName</key>\n  <string>Example</string>"),
    good: ExampleProject.pair(access: "<string>health-records</string>"),
    specification: page(ofKey: InfoPlistKey.clinicalUsage))

  static func checkUsageDescriptions(
    of info: InfoPlist, _ rights: [Entitlements], _ findings: inout FileFindings
  ) {
    let needs = clinicalNeed(info, rights)
    if let needs { require(.clinical, since: needs, in: info, &findings) }
    if let needs = shareNeed(info, rights, needsClinical: needs != nil) {
      require(.share, since: needs, in: info, &findings)
    }
    checkUpdateDescription(of: info, &findings)
  }

  /// Evidence that the app reads clinical records; `nil` without any.
  private static func clinicalNeed(_ info: InfoPlist, _ rights: [Entitlements]) -> String? {
    if let rights = rights.first(where: { $0.hasHealthRecords }) {
      return "\(rights.name.clippedName) asks for 'health-records'"
    }
    return info.requiresClinicalTypes ? "a required type is a clinical one" : nil
  }

  /// Evidence that the app reads other data; `nil` without any.
  private static func shareNeed(_ info: InfoPlist, _ rights: [Entitlements], needsClinical: Bool) -> String? {
    if info.requiresOtherTypes { return "a required type is no clinical one" }
    if needsClinical || info.has(.clinical) { return nil }
    if let rights = rights.first(where: { $0.hasBackgroundDelivery }) {
      return "\(rights.name.clippedName) has background delivery"
    }
    if info.has(.update) { return nil }
    return rights.first { $0.hasHealthKit }.map { "\($0.name.clippedName) has HealthKit" }
  }

  private static func require(
    _ description: InfoPlist.UsageDescription, since reason: String, in info: InfoPlist,
    _ findings: inout FileFindings
  ) {
    guard !info.has(description) else { return }
    findings.report(
      missingUsageDescription, at: info.root.head, path: description.key,
      "expected '\(description.key)', which an app needs \(description.purpose), since \(reason); found none")
  }
}
