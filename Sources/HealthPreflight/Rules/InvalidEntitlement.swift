import ClinicalRecords
import FHIRFindings

extension PreflightRule {
  static let invalidEntitlement = Rule(
    "preflight/invalid-entitlement", .error, .value,
    summary: "an entitlement has a value of the wrong type",
    checks: """
      `com.apple.developer.healthkit` and `com.apple.developer.healthkit.background-delivery` are booleans, \
      `com.apple.developer.healthkit.access` is an array of strings.
      """,
    matters: "A value of another type grants nothing, or the app cannot be signed.",
    bad: ExampleProject.list([
      ("com.apple.developer.healthkit", "<true/>"),
      ("com.apple.developer.healthkit.access", "<string>health-records</string>"),
    ]),
    good: ExampleProject.list([
      ("com.apple.developer.healthkit", "<true/>"), ("com.apple.developer.healthkit.access", "<array/>"),
    ]),
    specification: page(ofEntitlement: EntitlementKey.access))

  static func checkEntitlementForms(of rights: Entitlements, _ findings: inout FileFindings) {
    for key in [EntitlementKey.healthKit, EntitlementKey.backgroundDelivery] {
      guard let value = rights.root[key]?.value, value.boolean == nil else { continue }
      findings.report(
        invalidEntitlement, at: value.head, path: key, "expected '\(key)' to be true or false, found \(value.kind)")
    }
    let key = EntitlementKey.access
    guard let value = rights.root[key]?.value else { return }
    guard let elements = value.elements else {
      return findings.report(
        invalidEntitlement, at: value.head, path: key, "expected '\(key)' to be an array, found \(value.kind)")
    }
    for (index, element) in elements.enumerated() where element.string == nil {
      findings.report(
        invalidEntitlement, at: element.head, path: "\(key)[\(index)]",
        "expected a string in '\(key)', found \(element.kind)")
    }
  }
}
