// HealthKit documents what is declared here.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
#if !canImport(HealthKit)
  public import Foundation
  import HealthRecordStore

  /// The domain of HealthKit's errors.
  public let HKErrorDomain = "HKErrorDomain"

  /// A HealthKit error with its code.
  public struct HKError: _BridgedStoredNSError {
    public let _nsError: NSError
    public init(_nsError: NSError) { self._nsError = _nsError }
    public static var errorDomain: String { HKErrorDomain }
    public static var _nsErrorDomain: String { HKErrorDomain }

    public enum Code: Int, CaseIterable, Sendable, _ErrorCodeProtocol {
      public typealias _ErrorType = HKError
      case unknownError = 0
      case errorHealthDataUnavailable = 1
      case errorHealthDataRestricted = 2
      case errorInvalidArgument = 3
      case errorAuthorizationDenied = 4
      case errorAuthorizationNotDetermined = 5
      case errorDatabaseInaccessible = 6
      case errorUserCanceled = 7
      case errorAnotherWorkoutSessionStarted = 8
      case errorUserExitedWorkoutSession = 9
      case errorRequiredAuthorizationDenied = 10
      case errorNoData = 11
      case errorWorkoutActivityNotAllowed = 12
      case errorDataSizeExceeded = 13
      case errorBackgroundWorkoutSessionNotAllowed = 14
      case errorNotPermissibleForGuestUserMode = 15
    }

    public static var unknownError: Code { .unknownError }
    public static var errorHealthDataUnavailable: Code { .errorHealthDataUnavailable }
    public static var errorHealthDataRestricted: Code { .errorHealthDataRestricted }
    public static var errorInvalidArgument: Code { .errorInvalidArgument }
    public static var errorAuthorizationDenied: Code { .errorAuthorizationDenied }
    public static var errorAuthorizationNotDetermined: Code { .errorAuthorizationNotDetermined }
    public static var errorDatabaseInaccessible: Code { .errorDatabaseInaccessible }
    public static var errorUserCanceled: Code { .errorUserCanceled }
    public static var errorAnotherWorkoutSessionStarted: Code { .errorAnotherWorkoutSessionStarted }
    public static var errorUserExitedWorkoutSession: Code { .errorUserExitedWorkoutSession }
    public static var errorRequiredAuthorizationDenied: Code { .errorRequiredAuthorizationDenied }
    public static var errorNoData: Code { .errorNoData }
    public static var errorWorkoutActivityNotAllowed: Code { .errorWorkoutActivityNotAllowed }
    public static var errorDataSizeExceeded: Code { .errorDataSizeExceeded }
    public static var errorBackgroundWorkoutSessionNotAllowed: Code { .errorBackgroundWorkoutSessionNotAllowed }
    public static var errorNotPermissibleForGuestUserMode: Code { .errorNotPermissibleForGuestUserMode }

    /// Converts the store's error.
    init(_ error: HealthError) {
      self.init(
        Code(rawValue: error.code.rawValue) ?? .unknownError, userInfo: [NSLocalizedDescriptionKey: error.message])
    }
  }
#endif
