#if !canImport(HealthKit)
  import ClinicalRecords
  import Foundation
  import HealthRecordStore

  /// A type of data that has samples.
  public class HKSampleType: HKObjectType, @unchecked Sendable {}

  /// A type of clinical records: read-only, one of nine.
  public final class HKClinicalType: HKSampleType, @unchecked Sendable {
    /// The type with this identifier; where there is none HealthKit raises an exception, which
    /// ``SimulatedDevice/exceptions`` makes a trap, or an error and a type without samples.
    public convenience init(_ identifier: HKClinicalTypeIdentifier) {
      guard let known = ClinicalTypeIdentifier(rawValue: identifier.rawValue) else {
        SimulatedDevice.current.raise("There is no clinical type \(identifier.rawValue)")
        self.init(.other(OtherType(identifier.rawValue)))
        return
      }
      self.init(.clinicalType(known))
    }
  }

  /// A type of samples that are a number with a unit.
  public final class HKQuantityType: HKSampleType, @unchecked Sendable {
    /// The type with this identifier.
    public convenience init(_ identifier: HKQuantityTypeIdentifier) {
      self.init(.quantityType(QuantityType.Identifier(rawValue: identifier.rawValue)))
    }
  }

  /// A type of samples that are one of a few values.
  public final class HKCategoryType: HKSampleType, @unchecked Sendable {
    /// The type with this identifier.
    public convenience init(_ identifier: HKCategoryTypeIdentifier) {
      self.init(.categoryType(CategoryType.Identifier(rawValue: identifier.rawValue)))
    }
  }

  /// The type of workouts.
  public final class HKWorkoutType: HKSampleType, @unchecked Sendable {}

  /// The type of prescriptions.
  public final class HKPrescriptionType: HKSampleType, @unchecked Sendable {}

  /// The type of electrocardiograms. It can be asked for, and has no samples here.
  public final class HKElectrocardiogramType: HKSampleType, @unchecked Sendable {}

  /// The type of audiograms. It can be asked for, and has no samples here.
  public final class HKAudiogramSampleType: HKSampleType, @unchecked Sendable {}

  /// A type of what does not change in a person. It can be asked for; the values do not exist here.
  public final class HKCharacteristicType: HKObjectType, @unchecked Sendable {
    /// The type with this identifier.
    public convenience init(_ identifier: HKCharacteristicTypeIdentifier) {
      self.init(.other(OtherType(identifier.rawValue)))
    }
  }

  /// The type of the summaries of a day. It can be asked for, and has no objects here.
  public final class HKActivitySummaryType: HKObjectType, @unchecked Sendable {}

  /// The type of medications that somebody tracks. It can be asked for, and has no objects here.
  public final class HKUserAnnotatedMedicationType: HKObjectType, @unchecked Sendable {}

  /// Whether the app may write a type; whether it may read one is never told.
  public enum HKAuthorizationStatus: Int, Sendable {
    /// The app has not asked.
    case notDetermined = 0
    /// The person has denied it.
    case sharingDenied = 1
    /// The person has allowed it.
    case sharingAuthorized = 2
  }

  /// Whether a request would show its sheet.
  public enum HKAuthorizationRequestStatus: Int, Sendable {
    /// It cannot be told.
    case unknown = 0
    /// It would.
    case shouldRequest = 1
    /// Everything is decided.
    case unnecessary = 2
  }
#endif
