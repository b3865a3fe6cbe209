import ClinicalRecords

/// The messages of HealthKit's exceptions.
extension HealthError {
  /// A request without types.
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

  /// A missing usage description.
  static func missingDescription(_ key: String, access: String, _ types: [ObjectType]) -> HealthError {
    HealthError(
      .errorInvalidArgument,
      "\(key) must be set in the app's Info.plist in order to request \(access) authorization for the following"
        + " types: \(types.identifierList)")
  }

  /// A value that the key does not allow.
  static func invalidValue(_ value: String, for key: String) -> HealthError {
    HealthError(.errorInvalidArgument, "The \(value) is an invalid value for the key \(key)")
  }

  /// The app lacks the HealthKit entitlement.
  static let missingEntitlement = missing(EntitlementKey.healthKit)

  /// The app lacks an entitlement, or a value of one.
  package static func missing(_ entitlement: String) -> HealthError {
    HealthError(.errorAuthorizationDenied, "Missing \(entitlement) entitlement.")
  }
}
