public import Foundation

/// An error with HealthKit's code and, where HealthKit has one, its sentence.
///
/// Where HealthKit raises an exception and ends the app, the store throws ``Code/errorInvalidArgument`` with the
/// exception's sentence, so that a test can expect it.
public struct HealthError: Error, Hashable, Sendable {
  /// What went wrong.
  public let code: Code
  /// A sentence for developers.
  public let message: String

  /// The name under which HealthKit's errors appear in `NSError`.
  public static let domain = "HKErrorDomain"

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - code: what went wrong.
  ///   - message: a sentence for developers; without one, the code's own.
  public init(_ code: Code, _ message: String? = nil) {
    self.code = code
    self.message = message ?? code.sentence
  }

  /// What can go wrong: the codes of `HKError`, under their raw values.
  public enum Code: Int, CaseIterable, Hashable, Sendable {
    /// Nothing that has a code.
    case unknownError = 0
    /// The device has no health data.
    case errorHealthDataUnavailable = 1
    /// An enterprise has restricted health data on the device.
    case errorHealthDataRestricted = 2
    /// The app passed what cannot be: HealthKit raises an exception for most of it.
    case errorInvalidArgument = 3
    /// The person has denied it, or the app is not entitled to it.
    case errorAuthorizationDenied = 4
    /// The app has not asked yet.
    case errorAuthorizationNotDetermined = 5
    /// The device is locked, so its data are encrypted.
    case errorDatabaseInaccessible = 6
    /// The person has cancelled.
    case errorUserCanceled = 7
    /// Another app has begun a workout session.
    case errorAnotherWorkoutSessionStarted = 8
    /// The person has left the app in a workout session.
    case errorUserExitedWorkoutSession = 9
    /// The person has denied a type that the app requires; which one is not told.
    case errorRequiredAuthorizationDenied = 10
    /// There are no data for what was asked.
    case errorNoData = 11
    /// The activity is not allowed in the workout.
    case errorWorkoutActivityNotAllowed = 12
    /// The data are larger than allowed.
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
  /// The sentence, for `NSError`.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: message] }
  /// The sentence.
  public var errorDescription: String? { message }
  /// Domain, code and sentence.
  public var description: String { "\(HealthError.domain) \(code.rawValue): \(message)" }
}
