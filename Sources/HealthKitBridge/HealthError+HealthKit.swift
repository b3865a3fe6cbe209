public import HealthKitNames
import Foundation
public import HealthRecordStore

extension HealthError {
  /// Converts HealthKit's error; any other error becomes an unknown error with its description.
  public init(_ error: any Error) {
    switch error {
    case let error as HealthError: self = error
    case let error as HKError:
      self.init(Code(rawValue: error.code.rawValue) ?? .unknownError, error.localizedDescription)
    default: self.init(.unknownError, "\(error)")
    }
  }

  /// The same error in HealthKit; `nil` on a system without its code.
  public var healthKitError: HKError? { HKError.Code(rawValue: code.rawValue).map { HKError($0) } }
}
