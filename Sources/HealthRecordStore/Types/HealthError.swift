import ClinicalRecords
public import Foundation

/// An error with HealthKit's code and, if HealthKit has one, its message.
///
/// Where HealthKit raises an exception and ends the app, the store throws ``Code/errorInvalidArgument`` with the
/// exception's message, so a test can expect it.
public struct HealthError: Error, Hashable, Sendable {
  /// The kind of error.
  public let code: Code
  /// A message for developers.
  public let message: String

  /// The domain of HealthKit's errors in `NSError`.
  public static let domain = "HKErrorDomain"

  /// Makes an error; without a message, with the default message of the code.
  public init(_ code: Code, _ message: String? = nil) {
    (self.code, self.message) = (code, message ?? Code.sentences[code.rawValue])
  }

  /// The codes of `HKError`, with their raw values.
  public enum Code: Int, CaseIterable, Hashable, Sendable {
    /// An error without a specific code.
    case unknownError = 0
    /// The device has no health data.
    case errorHealthDataUnavailable = 1
    /// An enterprise has restricted health data on the device.
    case errorHealthDataRestricted = 2
    /// The app passed an invalid argument: HealthKit mostly raises an exception.
    case errorInvalidArgument = 3
    /// The user has denied it, or the app is not entitled to it.
    case errorAuthorizationDenied = 4
    /// The app has not asked for permission.
    case errorAuthorizationNotDetermined = 5
    /// The device is locked, so its data is encrypted.
    case errorDatabaseInaccessible = 6
    /// The user has cancelled.
    case errorUserCanceled = 7
    /// Another app has begun a workout session.
    case errorAnotherWorkoutSessionStarted = 8
    /// The user has left the app during a workout session.
    case errorUserExitedWorkoutSession = 9
    /// The user has denied a type that the app requires; the error does not say which one.
    case errorRequiredAuthorizationDenied = 10
    /// There is no data for the query.
    case errorNoData = 11
    /// The activity is not allowed in the workout.
    case errorWorkoutActivityNotAllowed = 12
    /// The data is larger than allowed.
    case errorDataSizeExceeded = 13
    /// A workout session cannot begin in the background.
    case errorBackgroundWorkoutSessionNotAllowed = 14
    /// A guest uses the device.
    case errorNotPermissibleForGuestUserMode = 15

    fileprivate static let sentences = [
      "Unknown error", "Health data is unavailable on this device", "Health data is restricted on this device",
      "Invalid argument", "Authorization is denied", "Authorization not determined",
      "Protected health data is inaccessible", "The user canceled the operation",
      "Another workout session was started", "The user exited the app in a workout session",
      "Required authorization is denied", "No data is available", "The workout activity is not allowed",
      "The data is too large", "A workout session cannot start in the background", "Not permissible for a guest user",
    ]
  }
}

extension HealthError: CustomNSError, LocalizedError, CustomStringConvertible {
  /// HealthKit's domain.
  public static var errorDomain: String { domain }
  /// The code's raw value.
  public var errorCode: Int { code.rawValue }
  /// The message, for `NSError`.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: message] }
  /// The message.
  public var errorDescription: String? { message }
  /// Domain, code and message.
  public var description: String { "\(HealthError.domain) \(code.rawValue): \(message)" }
}

/// The messages of HealthKit's exceptions.
extension HealthError {
  static let nothingRequested = HealthError(
    .errorInvalidArgument, "Must request authorization for at least one data type")

  static func disallowed(_ access: String, _ types: some Sequence<ObjectType>) -> HealthError {
    HealthError(
      .errorInvalidArgument, "Authorization to \(access) the following types is disallowed: \(types.identifierList)")
  }

  static func missingDescription(_ key: String, access: String, _ types: [ObjectType]) -> HealthError {
    HealthError(
      .errorInvalidArgument,
      "\(key) must be set in the app's Info.plist in order to request \(access) authorization for the following"
        + " types: \(types.identifierList)")
  }

  static func invalidValue(_ value: String, for key: String) -> HealthError {
    HealthError(.errorInvalidArgument, "The \(value) is an invalid value for the key \(key)")
  }

  static let missingEntitlement = missing(EntitlementKey.healthKit)

  /// The app lacks an entitlement, or a value of one.
  package static func missing(_ entitlement: String) -> HealthError {
    HealthError(.errorAuthorizationDenied, "Missing \(entitlement) entitlement.")
  }
}
