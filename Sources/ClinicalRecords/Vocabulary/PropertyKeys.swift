/// The keys of Info.plist that decide what an app may do with HealthKit.
public enum InfoPlistKey {
  /// Why the app reads health data.
  public static let shareUsage = "NSHealthShareUsageDescription"
  /// Why the app writes health data.
  public static let updateUsage = "NSHealthUpdateUsageDescription"
  /// Why the app reads clinical records.
  public static let clinicalUsage = "NSHealthClinicalHealthRecordsShareUsageDescription"
  /// The clinical types that the app requires: three or more raw values of ``ClinicalTypeIdentifier``.
  public static let requiredTypes = "NSHealthRequiredReadAuthorizationTypeIdentifiers"
  /// The required capabilities of a device; `healthkit` excludes devices without HealthKit.
  public static let deviceCapabilities = "UIRequiredDeviceCapabilities"
}

/// The entitlements that HealthKit reads.
public enum EntitlementKey {
  /// Access to HealthKit.
  public static let healthKit = "com.apple.developer.healthkit"
  /// Kinds of data that need further access: ``healthRecordsAccess`` and ``verifiableRecordsAccess``.
  public static let access = "com.apple.developer.healthkit.access"
  /// Delivery of changes while the app is not running.
  public static let backgroundDelivery = "com.apple.developer.healthkit.background-delivery"

  /// The value of ``access`` for clinical records.
  public static let healthRecordsAccess = "health-records"
  /// The value of ``access`` for verifiable clinical records, such as health cards.
  public static let verifiableRecordsAccess = "verifiable-health-records"
}
