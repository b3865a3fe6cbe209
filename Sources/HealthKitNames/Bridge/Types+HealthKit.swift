public import ClinicalRecords
import Foundation
public import HealthRecordStore

#if canImport(HealthKit)
  public import HealthKit
#endif

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

extension ClinicalRecord {
  /// Makes a record from HealthKit's; `nil` if it has no FHIR resource or one that is not JSON.
  ///
  /// The source is the institution's name, as in an export of Apple's Health app. ``ClinicalRecord/classification`` is
  /// computed by this library; HealthKit's type of the record is the type that was queried.
  public init?(_ record: HKClinicalRecord) {
    guard let resource = record.fhirResource else { return nil }
    self.init(
      json: Array(resource.data),
      origin: RecordOrigin(
        source: record.sourceRevision.source.name, sourceURL: resource.sourceURL?.absoluteString,
        fhirVersion: FHIRVersion(resource.fhirVersion),
        receivedDate: ReceivedDate(Date.ISO8601FormatStyle().format(record.startDate))))
  }
}

extension QueryAnchor {
  /// Encodes HealthKit's anchor.
  init(_ anchor: HKQueryAnchor) throws {
    self.init(data: Array(try NSKeyedArchiver.archivedData(withRootObject: anchor, requiringSecureCoding: true)))
  }

  /// HealthKit's anchor; throws if another store made this one.
  func healthKitAnchor() throws -> HKQueryAnchor {
    let anchor = try? NSKeyedUnarchiver.unarchivedObject(ofClass: HKQueryAnchor.self, from: Data(data))
    guard let anchor else { throw HealthError(.errorInvalidArgument, "The anchor is not one of HealthKit's") }
    return anchor
  }
}

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
