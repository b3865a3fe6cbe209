/// The rules of the group `preflight`, each in its own file under `Rules`.
///
/// They are not members of `Rule`, because some have the name of a rule about records.
enum PreflightRule {
  /// Checks an Info.plist alone.
  static func checkAlone(_ content: InfoPlist, _ findings: inout FileFindings) {
    checkUsageDescriptionValues(of: content, &findings)
    checkRequiredTypesForm(of: content, &findings)
    checkRequiredTypes(of: content, &findings)
    checkDeviceCapabilities(of: content, &findings)
  }

  /// Checks entitlements alone.
  static func checkAlone(_ content: Entitlements, _ findings: inout FileFindings) {
    checkEntitlementForms(of: content, &findings)
    checkHealthKit(of: content, &findings)
    checkAccess(of: content, &findings)
  }

  /// Checks entitlements together with their Info.plist.
  static func checkTogether(_ rights: Entitlements, _ info: InfoPlist, _ findings: inout FileFindings) {
    checkHealthKit(of: rights, info, &findings)
    checkHealthRecordsAccess(of: rights, info, &findings)
  }

  private static let pages = "https://developer.apple.com/documentation/bundleresources/"

  /// Apple's page about a key of Info.plist.
  static func page(ofKey key: String) -> String { pages + "information-property-list/" + key.lowercased() }

  /// Apple's page about an entitlement.
  static func page(ofEntitlement key: String) -> String { pages + "entitlements/" + key }
}
