public import FHIRFindings

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
