public import ClinicalRecords
import Foundation
public import HealthRecordStore

#if canImport(HealthKit)
  public import HealthKit
#endif

extension ClinicalTypeIdentifier {
  /// The same type in HealthKit; `nil` on a system without it.
  public var healthKitType: HKClinicalType? {
    HKObjectType.clinicalType(forIdentifier: HKClinicalTypeIdentifier(rawValue: rawValue))
  }
}

extension ObjectType {
  /// The same type in HealthKit; `nil` on a system without it. All of these types have samples.
  public var healthKitType: HKSampleType? {
    if let clinicalType { return clinicalType.healthKitType }
    if self == .workoutType() { return HKObjectType.workoutType() }
    if self == .visionPrescriptionType() { return HKObjectType.visionPrescriptionType() }
    if identifier.hasPrefix("HKQuantityTypeIdentifier") {
      return HKObjectType.quantityType(forIdentifier: HKQuantityTypeIdentifier(rawValue: identifier))
    }
    guard identifier.hasPrefix("HKCategoryTypeIdentifier") else { return nil }
    return HKObjectType.categoryType(forIdentifier: HKCategoryTypeIdentifier(rawValue: identifier))
  }

  /// Converts HealthKit's type; `nil` for a kind of type that the store does not have.
  public init?(_ type: HKObjectType) {
    switch type {
    case is HKClinicalType where ClinicalTypeIdentifier(rawValue: type.identifier) == nil: return nil
    case is HKClinicalType, is HKQuantityType, is HKCategoryType: self.init(type.identifier)
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
  public init?(_ type: HKFHIRResourceType) { self.init(rawValue: type.rawValue) }
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

extension QueryPredicate.Condition {
  /// The names of the sources in the condition; HealthKit needs the sources themselves.
  var sourceNames: Set<String> {
    switch self {
    case .key(let key): key.source.map { [$0] } ?? []
    case .source(let name): name.map { [$0] } ?? []
    case .resourceType, .dates: []
    case .all(let conditions), .any(let conditions): conditions.reduce(into: []) { $0.formUnion($1.sourceNames) }
    case .not(let condition): condition.sourceNames
    }
  }

  /// The same condition in HealthKit, from HealthKit's sources with a name. A source that HealthKit does not have
  /// matches nothing; institutions with the same name are not distinguished.
  func healthKitPredicate(_ sources: (String) -> [HKSource]) -> NSPredicate {
    func any(_ predicates: [NSPredicate]) -> NSPredicate {
      predicates.isEmpty ? NSPredicate(value: false) : NSCompoundPredicate(orPredicateWithSubpredicates: predicates)
    }
    return switch self {
    case .resourceType(let type): HKQuery.predicateForClinicalRecords(withFHIRResourceType: type.healthKitType)
    case .key(let key):
      any(
        (key.source.map(sources) ?? []).map {
          HKQuery.predicateForClinicalRecords(
            from: $0, fhirResourceType: key.resourceType.healthKitType, identifier: key.identifier)
        })
    case .source(let name): any((name.map(sources) ?? []).map { HKQuery.predicateForObjects(from: $0) })
    case .dates(let start, let end, let options):
      HKQuery.predicateForSamples(withStart: start, end: end, options: HKQueryOptions(rawValue: options.rawValue))
    case .all(let conditions):
      NSCompoundPredicate(andPredicateWithSubpredicates: conditions.map { $0.healthKitPredicate(sources) })
    case .any(let conditions): any(conditions.map { $0.healthKitPredicate(sources) })
    case .not(let condition): NSCompoundPredicate(notPredicateWithSubpredicate: condition.healthKitPredicate(sources))
    }
  }
}
