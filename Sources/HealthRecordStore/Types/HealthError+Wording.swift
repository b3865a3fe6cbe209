import ClinicalRecords

/// The sentences of HealthKit's exceptions.
extension HealthError {
  /// A request that names no type.
  static let nothingRequested = HealthError(
    .errorInvalidArgument, "Must request authorization for at least one data type")

  /// Types that no app may write.
  static func sharingDisallowed(_ types: [ObjectType]) -> HealthError {
    HealthError(
      .errorInvalidArgument,
      "Authorization to share the following types is disallowed: \(types.identifierList)")
  }

  /// Types that this app may not read.
  static func readingDisallowed(_ types: [ObjectType]) -> HealthError {
    HealthError(
      .errorInvalidArgument,
      "Authorization to read the following types is disallowed: \(types.identifierList)")
  }

  /// A usage description that is not there.
  static func missingDescription(_ key: String, access: String, _ types: [ObjectType]) -> HealthError {
    HealthError(
      .errorInvalidArgument,
      "\(key) must be set in the app's Info.plist in order to request \(access) authorization for the following"
        + " types: \(types.identifierList)")
  }

  /// A value that is not what the key takes.
  static func invalidValue(_ value: String, for key: String) -> HealthError {
    HealthError(.errorInvalidArgument, "The \(value) is an invalid value for the key \(key)")
  }

  /// The app has no HealthKit at all.
  static let missingEntitlement = HealthError(
    .errorAuthorizationDenied, "Missing \(EntitlementKey.healthKit) entitlement.")
}
