#if !canImport(HealthKit)
  public import Foundation
  import ClinicalRecords
  import HealthRecordStore

  /// A type of data that an app requests, reads or writes. Two types with the same identifier are equal.
  public class HKObjectType: NSObject, NSCopying, @unchecked Sendable {
    /// The same type in the store.
    let type: ObjectType

    init(_ type: ObjectType) { self.type = type }

    /// HealthKit's name of the type.
    public var identifier: String { type.identifier }

    /// Whether access is granted object by object, and not for the whole type.
    public func requiresPerObjectAuthorization() -> Bool { type.requiresPerObjectAuthorization }

    /// The hash of the identifier.
    public override var hash: Int { identifier.hashValue }
    /// Whether the identifiers are equal.
    public override func isEqual(_ object: Any?) -> Bool { (object as? HKObjectType)?.identifier == identifier }
    /// The identifier.
    public override var description: String { identifier }
    /// The type itself, which is immutable.
    public func copy(with zone: NSZone?) -> Any { self }

    /// The type of clinical records with this identifier; `nil` if there is none.
    public class func clinicalType(forIdentifier identifier: HKClinicalTypeIdentifier) -> HKClinicalType? {
      ClinicalTypeIdentifier(rawValue: identifier.rawValue).map { HKClinicalType(.clinicalType($0)) }
    }

    /// The type of the quantity with this identifier; `nil` if it does not name a quantity.
    public class func quantityType(forIdentifier identifier: HKQuantityTypeIdentifier) -> HKQuantityType? {
      guard identifier.rawValue.hasPrefix("HKQuantityTypeIdentifier") else { return nil }
      return HKQuantityType(.quantityType(QuantityType.Identifier(rawValue: identifier.rawValue)))
    }

    /// The type of the category with this identifier; `nil` if it does not name a category.
    public class func categoryType(forIdentifier identifier: HKCategoryTypeIdentifier) -> HKCategoryType? {
      guard identifier.rawValue.hasPrefix("HKCategoryTypeIdentifier") else { return nil }
      return HKCategoryType(.categoryType(CategoryType.Identifier(rawValue: identifier.rawValue)))
    }

    /// The type of the characteristic with this identifier; `nil` if it does not name a characteristic.
    public class func characteristicType(
      forIdentifier identifier: HKCharacteristicTypeIdentifier
    ) -> HKCharacteristicType? {
      guard identifier.rawValue.hasPrefix("HKCharacteristicTypeIdentifier") else { return nil }
      return HKCharacteristicType(.other(OtherType(identifier.rawValue)))
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
        .other(OtherType("HKUserAnnotatedMedicationTypeIdentifier", requiresPerObjectAuthorization: true)))
    }

    /// The type of daily activity summaries.
    public class func activitySummaryType() -> HKActivitySummaryType {
      HKActivitySummaryType(.other(OtherType("HKActivitySummaryTypeIdentifier")))
    }

    /// The type of electrocardiograms.
    public class func electrocardiogramType() -> HKElectrocardiogramType {
      HKElectrocardiogramType(.other(OtherType("HKDataTypeIdentifierElectrocardiogram")))
    }

    /// The type of audiograms.
    public class func audiogramSampleType() -> HKAudiogramSampleType {
      HKAudiogramSampleType(.other(OtherType("HKDataTypeIdentifierAudiogram")))
    }
  }
#endif
