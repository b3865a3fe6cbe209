// Stand-in: declares the part of HealthKit's types that the bridge uses, so that it compiles where HealthKit is not.
// What is declared is documented by HealthKit.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

public struct HKClinicalTypeIdentifier: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

public struct HKQuantityTypeIdentifier: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

public struct HKCategoryTypeIdentifier: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

public struct HKFHIRResourceType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

public class HKObjectType: NSObject, @unchecked Sendable {
  public let identifier: String
  init(identifier: String) { self.identifier = identifier }

  public override var hash: Int { identifier.hashValue }
  public override func isEqual(_ object: Any?) -> Bool { (object as? HKObjectType)?.identifier == identifier }

  public class func clinicalType(forIdentifier identifier: HKClinicalTypeIdentifier) -> HKClinicalType? {
    identifier.rawValue.hasPrefix("HKClinicalTypeIdentifier") ? HKClinicalType(identifier: identifier.rawValue) : nil
  }

  public class func quantityType(forIdentifier identifier: HKQuantityTypeIdentifier) -> HKQuantityType? {
    identifier.rawValue.hasPrefix("HKQuantityTypeIdentifier") ? HKQuantityType(identifier: identifier.rawValue) : nil
  }

  public class func categoryType(forIdentifier identifier: HKCategoryTypeIdentifier) -> HKCategoryType? {
    identifier.rawValue.hasPrefix("HKCategoryTypeIdentifier") ? HKCategoryType(identifier: identifier.rawValue) : nil
  }

  public class func workoutType() -> HKWorkoutType { HKWorkoutType(identifier: "HKWorkoutTypeIdentifier") }

  public class func visionPrescriptionType() -> HKPrescriptionType {
    HKPrescriptionType(identifier: "HKVisionPrescriptionTypeIdentifier")
  }

  public class func activitySummaryType() -> HKObjectType {
    HKObjectType(identifier: "HKActivitySummaryTypeIdentifier")
  }
}

public class HKSampleType: HKObjectType, @unchecked Sendable {}
public final class HKClinicalType: HKSampleType, @unchecked Sendable {}
public final class HKQuantityType: HKSampleType, @unchecked Sendable {}
public final class HKCategoryType: HKSampleType, @unchecked Sendable {}
public final class HKWorkoutType: HKSampleType, @unchecked Sendable {}
public final class HKPrescriptionType: HKSampleType, @unchecked Sendable {}

public enum HKAuthorizationStatus: Int, Sendable {
  case notDetermined = 0
  case sharingDenied = 1
  case sharingAuthorized = 2
}

public enum HKAuthorizationRequestStatus: Int, Sendable {
  case unknown = 0
  case shouldRequest = 1
  case unnecessary = 2
}
