public import HealthKitNames
public import ClinicalRecords
public import HealthRecordStore

extension ClinicalType {
  /// The same type in HealthKit, `nil` on a system that is older than the type.
  public var healthKitType: HKClinicalType? {
    HKObjectType.clinicalType(forIdentifier: HKClinicalTypeIdentifier(rawValue: identifier.rawValue))
  }

  /// The type of HealthKit's type, `nil` for one that is newer than this library.
  public init?(_ type: HKClinicalType) {
    guard let identifier = ClinicalTypeIdentifier(rawValue: type.identifier) else { return nil }
    self.init(identifier)
  }
}

extension ObjectType {
  /// The same type in HealthKit, `nil` where the system does not know it. Each of them has samples.
  public var healthKitType: HKSampleType? {
    switch self {
    case .clinical(let type): type.healthKitType
    case .quantity(let type):
      HKObjectType.quantityType(forIdentifier: HKQuantityTypeIdentifier(rawValue: type.identifier.rawValue))
    case .category(let type):
      HKObjectType.categoryType(forIdentifier: HKCategoryTypeIdentifier(rawValue: type.identifier.rawValue))
    case .workout: HKObjectType.workoutType()
    case .prescription: HKObjectType.visionPrescriptionType()
    case .other: nil
    }
  }

  /// The type of HealthKit's type, `nil` for a kind of type that the store does not have.
  public init?(_ type: HKObjectType) {
    switch type {
    case let type as HKClinicalType:
      guard let type = ClinicalType(type) else { return nil }
      self = .clinical(type)
    case let type as HKQuantityType:
      self = .quantityType(QuantityType.Identifier(rawValue: type.identifier))
    case let type as HKCategoryType:
      self = .categoryType(CategoryType.Identifier(rawValue: type.identifier))
    case is HKWorkoutType: self = .workoutType()
    case is HKPrescriptionType: self = .visionPrescriptionType()
    default: return nil
    }
  }
}

extension FHIRResourceType {
  /// The same resource type in HealthKit.
  public var healthKitType: HKFHIRResourceType { HKFHIRResourceType(rawValue: rawValue) }

  /// The type of HealthKit's type, `nil` for one that is newer than this library.
  public init?(_ type: HKFHIRResourceType) {
    self.init(rawValue: type.rawValue)
  }
}

extension FHIRVersion {
  /// The same version in HealthKit, `nil` when HealthKit does not accept it.
  public var healthKitVersion: HKFHIRVersion? { try? HKFHIRVersion(fromVersionString: description) }

  /// The version of HealthKit's version, `nil` when a number of it is negative.
  public init?(_ version: HKFHIRVersion) {
    self.init(major: version.majorVersion, minor: version.minorVersion, patch: version.patchVersion)
  }
}

extension AuthorizationStatus {
  /// The status of HealthKit's status; one that is newer than this library is not determined.
  public init(_ status: HKAuthorizationStatus) {
    self = AuthorizationStatus(rawValue: status.rawValue) ?? .notDetermined
  }
}

extension AuthorizationRequestStatus {
  /// The status of HealthKit's status; one that is newer than this library is unknown.
  public init(_ status: HKAuthorizationRequestStatus) {
    self = AuthorizationRequestStatus(rawValue: status.rawValue) ?? .unknown
  }
}
