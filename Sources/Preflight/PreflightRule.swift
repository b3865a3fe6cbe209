public import FHIRValidation

/// The rules of the group `preflight`, each in its file under `Rules`.
///
/// They stand here and not in the catalogue of records, since a validator never raises them; who lists or explains
/// rules takes both.
public enum PreflightRule {
  /// All rules, sorted by name.
  public static let all: [Rule] = [
    buildSettingsNotRead,
    deviceCapability,
    duplicateKey,
    duplicateType,
    emptyUsageDescription,
    invalidEntitlement,
    invalidRequiredTypes,
    invalidUsageDescription,
    malformedPropertyList,
    missingHealthRecordsAccess,
    missingHealthkitEntitlement,
    missingUsageDescription,
    noUpdateDescription,
    notClinicalType,
    notPaired,
    oneWordUsageDescription,
    propertyListLimit,
    shorthandType,
    tooFewRequiredTypes,
    unknownAccess,
    unknownType,
  ]

  /// What an Info.plist says by itself.
  static func checkAlone(_ content: InfoPlist, _ findings: inout FileFindings) {
    checkUsageDescriptionValues(of: content, &findings)
    checkRequiredTypesForm(of: content, &findings)
    checkRequiredTypes(of: content, &findings)
    checkDeviceCapabilities(of: content, &findings)
  }

  /// What entitlements say by themselves.
  static func checkAlone(_ content: Entitlements, _ findings: inout FileFindings) {
    checkEntitlementForms(of: content, &findings)
    checkHealthKit(of: content, &findings)
    checkAccess(of: content, &findings)
  }

  /// What entitlements say to their Info.plist.
  static func checkTogether(_ rights: Entitlements, _ info: InfoPlist, _ findings: inout FileFindings) {
    checkHealthKit(of: rights, info, &findings)
    checkHealthRecordsAccess(of: rights, info, &findings)
  }
}
