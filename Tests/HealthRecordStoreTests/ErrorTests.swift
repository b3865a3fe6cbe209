import Foundation
import HealthRecordStore
import Testing

@Suite("Facts 2.1: errors and statuses")
struct ErrorTests {
  @Test("the sixteen codes have HealthKit's raw values")
  func codes() {
    let codes: [HealthError.Code] = [
      .unknownError, .errorHealthDataUnavailable, .errorHealthDataRestricted, .errorInvalidArgument,
      .errorAuthorizationDenied, .errorAuthorizationNotDetermined, .errorDatabaseInaccessible, .errorUserCanceled,
      .errorAnotherWorkoutSessionStarted, .errorUserExitedWorkoutSession, .errorRequiredAuthorizationDenied,
      .errorNoData, .errorWorkoutActivityNotAllowed, .errorDataSizeExceeded, .errorBackgroundWorkoutSessionNotAllowed,
      .errorNotPermissibleForGuestUserMode,
    ]
    #expect(codes.map(\.rawValue) == Array(0...15))
    #expect(codes == HealthError.Code.allCases)
  }

  @Test("the domain is HKErrorDomain, in Swift and in NSError")
  func domain() {
    #expect(HealthError.domain == "HKErrorDomain")
    let error = HealthError(.errorUserCanceled) as NSError
    #expect(error.domain == "HKErrorDomain")
    #expect(error.code == 7)
    #expect(error.localizedDescription == "The user canceled the operation")
  }

  @Test("HKAuthorizationStatus: 0 not determined, 1 denied, 2 authorized")
  func authorizationStatus() {
    let statuses: [AuthorizationStatus] = [.notDetermined, .sharingDenied, .sharingAuthorized]
    #expect(statuses.map(\.rawValue) == [0, 1, 2])
  }

  @Test("HKAuthorizationRequestStatus: 0 unknown, 1 should request, 2 unnecessary")
  func requestStatus() {
    let statuses: [AuthorizationRequestStatus] = [.unknown, .shouldRequest, .unnecessary]
    #expect(statuses.map(\.rawValue) == [0, 1, 2])
  }
}
