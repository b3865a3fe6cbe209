#if !canImport(HealthKit)
  import ClinicalRecords
  public import Foundation
  import HealthRecordStore

  /// A type of data that an app requests, reads or writes. Two types with the same identifier are equal.
  public class HKObjectType: NSObject, NSCopying, @unchecked Sendable {
    let type: ObjectType

    init(_ type: ObjectType) { self.type = type }

    /// HealthKit's name of the type.
    public var identifier: String { type.identifier }

    /// Whether access is granted object by object, and not for the whole type.
    public func requiresPerObjectAuthorization() -> Bool { type.requiresPerObjectAuthorization }

    public override var hash: Int { identifier.hashValue }
    public override func isEqual(_ object: Any?) -> Bool { (object as? HKObjectType)?.identifier == identifier }
    public override var description: String { identifier }
    /// The type itself, which is immutable.
    public func copy(with zone: NSZone?) -> Any { self }

    /// The type of clinical records with this identifier; `nil` if there is none.
    public class func clinicalType(forIdentifier identifier: HKClinicalTypeIdentifier) -> HKClinicalType? {
      ClinicalTypeIdentifier(rawValue: identifier.rawValue).map { HKClinicalType(.clinicalType($0)) }
    }

    /// The type of the quantity with this identifier; `nil` if it does not name a quantity.
    public class func quantityType(forIdentifier identifier: HKQuantityTypeIdentifier) -> HKQuantityType? {
      type("Quantity", identifier.rawValue).map { HKQuantityType($0) }
    }

    /// The type of the category with this identifier; `nil` if it does not name a category.
    public class func categoryType(forIdentifier identifier: HKCategoryTypeIdentifier) -> HKCategoryType? {
      type("Category", identifier.rawValue).map { HKCategoryType($0) }
    }

    /// The type of the characteristic with this identifier; `nil` if it does not name a characteristic.
    public class func characteristicType(
      forIdentifier identifier: HKCharacteristicTypeIdentifier
    ) -> HKCharacteristicType? {
      type("Characteristic", identifier.rawValue).map { HKCharacteristicType($0) }
    }

    private class func type(_ kind: String, _ identifier: String) -> ObjectType? {
      identifier.hasPrefix("HK\(kind)TypeIdentifier") ? ObjectType(identifier) : nil
    }

    /// The type of the documents with this identifier; `nil` if there is none.
    public class func documentType(forIdentifier identifier: HKDocumentTypeIdentifier) -> HKDocumentType? {
      identifier == .CDA ? HKDocumentType(.documentType()) : nil
    }

    /// The type of workouts.
    public class func workoutType() -> HKWorkoutType { HKWorkoutType(.workoutType()) }

    /// The type of vision prescriptions, which are authorized one by one.
    public class func visionPrescriptionType() -> HKPrescriptionType { HKPrescriptionType(.visionPrescriptionType()) }

    /// The type of medications that the user tracks, which are authorized one by one.
    public class func userAnnotatedMedicationType() -> HKUserAnnotatedMedicationType {
      HKUserAnnotatedMedicationType(
        ObjectType("HKUserAnnotatedMedicationTypeIdentifier", requiresPerObjectAuthorization: true))
    }

    /// The type of daily activity summaries.
    public class func activitySummaryType() -> HKActivitySummaryType {
      HKActivitySummaryType(ObjectType("HKActivitySummaryTypeIdentifier"))
    }

    /// The type of electrocardiograms.
    public class func electrocardiogramType() -> HKElectrocardiogramType {
      HKElectrocardiogramType(ObjectType("HKDataTypeIdentifierElectrocardiogram"))
    }

    /// The type of audiograms.
    public class func audiogramSampleType() -> HKAudiogramSampleType {
      HKAudiogramSampleType(ObjectType("HKDataTypeIdentifierAudiogram"))
    }
  }

  /// A type of data with samples.
  public class HKSampleType: HKObjectType, @unchecked Sendable {}

  /// A type of clinical records: read-only, one of nine.
  public final class HKClinicalType: HKSampleType, @unchecked Sendable {
    /// The type with this identifier. For an unknown identifier HealthKit raises an exception. Here, depending on
    /// ``SimulatedDevice/exceptions``, the process traps, or the error is recorded and the type has no samples.
    public convenience init(_ identifier: HKClinicalTypeIdentifier) {
      guard let known = ClinicalTypeIdentifier(rawValue: identifier.rawValue) else {
        SimulatedDevice.current.raise("There is no clinical type \(identifier.rawValue)")
        self.init(ObjectType(identifier.rawValue))
        return
      }
      self.init(.clinicalType(known))
    }
  }

  /// A type of samples whose value is a number with a unit.
  public final class HKQuantityType: HKSampleType, @unchecked Sendable {
    /// The type with this identifier.
    public convenience init(_ identifier: HKQuantityTypeIdentifier) { self.init(ObjectType(identifier.rawValue)) }

    /// Whether samples of the type may have a unit. A type without a known unit accepts any.
    public func `is`(compatibleWith unit: HKUnit) -> Bool {
      self.unit.map { $0.measure.dimensions == unit.measure.dimensions } ?? true
    }

    /// A unit whose dimension the units of samples must have; `nil` for a type that accepts any unit.
    var unit: HKUnit? { HKQuantityTypeIdentifier.units[identifier].map { HKUnit(stored: $0) } }
  }

  /// A type of samples whose value is one of a few cases.
  public final class HKCategoryType: HKSampleType, @unchecked Sendable {
    /// The type with this identifier.
    public convenience init(_ identifier: HKCategoryTypeIdentifier) { self.init(ObjectType(identifier.rawValue)) }
  }

  /// A type of documents.
  public final class HKDocumentType: HKSampleType, @unchecked Sendable {
    /// The type with this identifier.
    public convenience init(_ identifier: HKDocumentTypeIdentifier) { self.init(ObjectType(identifier.rawValue)) }
  }

  /// The type of workouts.
  public final class HKWorkoutType: HKSampleType, @unchecked Sendable {}

  /// The type of prescriptions.
  public final class HKPrescriptionType: HKSampleType, @unchecked Sendable {}

  /// The type of electrocardiograms. It can be requested, but has no samples here.
  public final class HKElectrocardiogramType: HKSampleType, @unchecked Sendable {}

  /// The type of audiograms. It can be requested, but has no samples here.
  public final class HKAudiogramSampleType: HKSampleType, @unchecked Sendable {}

  /// A type of an unchanging characteristic of the user. It can be requested, but the values do not exist here.
  public final class HKCharacteristicType: HKObjectType, @unchecked Sendable {
    /// The type with this identifier.
    public convenience init(_ identifier: HKCharacteristicTypeIdentifier) { self.init(ObjectType(identifier.rawValue)) }
  }

  /// The type of daily activity summaries. It can be requested, but has no objects here.
  public final class HKActivitySummaryType: HKObjectType, @unchecked Sendable {}

  /// The type of medications that the user tracks. It can be requested, but has no objects here.
  public final class HKUserAnnotatedMedicationType: HKObjectType, @unchecked Sendable {}

  /// Whether the app may write a type; the store never tells whether it may read one.
  public enum HKAuthorizationStatus: Int, Sendable {
    /// The app has not asked.
    case notDetermined = 0
    /// The user has denied it.
    case sharingDenied = 1
    /// The user has allowed it.
    case sharingAuthorized = 2
  }

  /// Whether a request would show its sheet.
  public enum HKAuthorizationRequestStatus: Int, Sendable {
    /// Unknown.
    case unknown = 0
    /// It would show the sheet.
    case shouldRequest = 1
    /// Everything is decided, so it would not.
    case unnecessary = 2
  }
#endif
