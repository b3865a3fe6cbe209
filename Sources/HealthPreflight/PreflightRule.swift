public import FHIRFindings

/// The rules of the group `preflight`, which are under `Rules`.
///
/// They are not members of `Rule`, because some have the name of a rule about records.
enum PreflightRule {
  static func checkAlone(_ content: InfoPlist, _ findings: inout FileFindings) {
    checkUsageDescriptionValues(of: content, &findings)
    checkRequiredTypesForm(of: content, &findings)
    checkRequiredTypes(of: content, &findings)
    checkDeviceCapabilities(of: content, &findings)
  }

  static func checkAlone(_ content: Entitlements, _ findings: inout FileFindings) {
    checkEntitlementForms(of: content, &findings)
    checkHealthKit(of: content, &findings)
    checkAccess(of: content, &findings)
  }

  static func checkTogether(_ rights: Entitlements, _ info: InfoPlist, _ findings: inout FileFindings) {
    checkHealthKit(of: rights, info, &findings)
    checkHealthRecordsAccess(of: rights, info, &findings)
  }

  private static let pages = "https://developer.apple.com/documentation/bundleresources/"

  static func page(ofKey key: String) -> String { pages + "information-property-list/" + key.lowercased() }

  static func page(ofEntitlement key: String) -> String { pages + "entitlements/" + key }
}

extension RuleCatalog {
  /// The rules of ``Preflight``.
  public static let preflight = RuleCatalog([
    PreflightRule.buildSettingsNotRead,
    PreflightRule.deviceCapability,
    PreflightRule.duplicateKey,
    PreflightRule.duplicateType,
    PreflightRule.emptyUsageDescription,
    PreflightRule.invalidEntitlement,
    PreflightRule.invalidRequiredTypes,
    PreflightRule.invalidUsageDescription,
    PreflightRule.malformedPropertyList,
    PreflightRule.missingHealthRecordsAccess,
    PreflightRule.missingHealthkitEntitlement,
    PreflightRule.missingUsageDescription,
    PreflightRule.noUpdateDescription,
    PreflightRule.notClinicalType,
    PreflightRule.notPaired,
    PreflightRule.oneWordUsageDescription,
    PreflightRule.propertyListLimit,
    PreflightRule.shorthandType,
    PreflightRule.tooFewRequiredTypes,
    PreflightRule.unknownAccess,
    PreflightRule.unknownType,
  ])
}
