/// The keys of Info.plist that HealthKit reads.
public enum InfoPlistKey {
  /// Why the app reads health data.
  public static let shareUsage = "NSHealthShareUsageDescription"
  /// Why the app writes health data.
  public static let updateUsage = "NSHealthUpdateUsageDescription"
  /// Why the app reads clinical records.
  public static let clinicalUsage = "NSHealthClinicalHealthRecordsShareUsageDescription"
  /// The clinical types that the app cannot do without.
  public static let requiredTypes = "NSHealthRequiredReadAuthorizationTypeIdentifiers"
}

/// The entitlements that HealthKit reads.
public enum EntitlementKey {
  /// HealthKit at all.
  public static let healthKit = "com.apple.developer.healthkit"
  /// Kinds of data that take more; the one documented value is `health-records`.
  public static let access = "com.apple.developer.healthkit.access"
  /// Delivery of changes while the app is not running.
  public static let backgroundDelivery = "com.apple.developer.healthkit.background-delivery"
}
