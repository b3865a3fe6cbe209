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

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - code: the kind of error.
  ///   - message: a message for developers; without one, the code's default message.
  public init(_ code: Code, _ message: String? = nil) {
    self.code = code
    self.message = message ?? code.sentence
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

    /// The default message of the code.
    var sentence: String {
      switch self {
      case .unknownError: "Unknown error"
      case .errorHealthDataUnavailable: "Health data is unavailable on this device"
      case .errorHealthDataRestricted: "Health data is restricted on this device"
      case .errorInvalidArgument: "Invalid argument"
      case .errorAuthorizationDenied: "Authorization is denied"
      case .errorAuthorizationNotDetermined: "Authorization not determined"
      case .errorDatabaseInaccessible: "Protected health data is inaccessible"
      case .errorUserCanceled: "The user canceled the operation"
      case .errorAnotherWorkoutSessionStarted: "Another workout session was started"
      case .errorUserExitedWorkoutSession: "The user exited the app in a workout session"
      case .errorRequiredAuthorizationDenied: "Required authorization is denied"
      case .errorNoData: "No data is available"
      case .errorWorkoutActivityNotAllowed: "The workout activity is not allowed"
      case .errorDataSizeExceeded: "The data is too large"
      case .errorBackgroundWorkoutSessionNotAllowed: "A workout session cannot start in the background"
      case .errorNotPermissibleForGuestUserMode: "Not permissible for a guest user"
      }
    }
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
