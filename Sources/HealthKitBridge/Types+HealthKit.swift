public import HealthKitNames
public import ClinicalRecords
public import HealthRecordStore

extension ClinicalType {
  /// The same type in HealthKit; `nil` on a system without it.
  public var healthKitType: HKClinicalType? {
    HKObjectType.clinicalType(forIdentifier: HKClinicalTypeIdentifier(rawValue: identifier.rawValue))
  }

  /// Converts HealthKit's type; `nil` for one that this library does not have.
  public init?(_ type: HKClinicalType) {
    guard let identifier = ClinicalTypeIdentifier(rawValue: type.identifier) else { return nil }
    self.init(identifier)
  }
}

extension ObjectType {
  /// The same type in HealthKit; `nil` on a system without it. All of these types have samples.
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

  /// Converts HealthKit's type; `nil` for a kind of type that the store does not have.
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

  /// Converts HealthKit's type; `nil` for one that this library does not have.
  public init?(_ type: HKFHIRResourceType) {
    self.init(rawValue: type.rawValue)
  }
}

extension FHIRVersion {
  /// The same version in HealthKit; `nil` if HealthKit does not accept it.
  public var healthKitVersion: HKFHIRVersion? { try? HKFHIRVersion(fromVersionString: description) }

  /// Converts HealthKit's version; `nil` if one of its numbers is negative.
  public init?(_ version: HKFHIRVersion) {
    self.init(major: version.majorVersion, minor: version.minorVersion, patch: version.patchVersion)
  }
}

extension AuthorizationStatus {
  /// Converts HealthKit's status; a status that this library does not have becomes `notDetermined`.
  public init(_ status: HKAuthorizationStatus) {
    self = AuthorizationStatus(rawValue: status.rawValue) ?? .notDetermined
  }
}

extension AuthorizationRequestStatus {
  /// Converts HealthKit's status; a status that this library does not have becomes `unknown`.
  public init(_ status: HKAuthorizationRequestStatus) {
    self = AuthorizationRequestStatus(rawValue: status.rawValue) ?? .unknown
  }
}
