// Stand-in: declares HealthKit's error with its codes.
// What is declared is documented by HealthKit.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

public struct HKError: CustomNSError, LocalizedError {
  public let code: Code
  public init(_ code: Code) { self.code = code }

  public static var errorDomain: String { "HKErrorDomain" }
  public var errorCode: Int { code.rawValue }
  public var errorDescription: String? { "The operation failed with code \(code.rawValue)." }

  public enum Code: Int, CaseIterable, Sendable {
    case unknownError, errorHealthDataUnavailable, errorHealthDataRestricted, errorInvalidArgument
    case errorAuthorizationDenied, errorAuthorizationNotDetermined, errorDatabaseInaccessible, errorUserCanceled
    case errorAnotherWorkoutSessionStarted, errorUserExitedWorkoutSession, errorRequiredAuthorizationDenied
    case errorNoData, errorWorkoutActivityNotAllowed, errorDataSizeExceeded, errorBackgroundWorkoutSessionNotAllowed
    case errorNotPermissibleForGuestUserMode
  }
}
