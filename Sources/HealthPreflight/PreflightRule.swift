/// The rules of the group `preflight`, each in its file under `Rules`.
///
/// They are no members of `Rule`, since some have the name of a rule about records.
enum PreflightRule {
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
