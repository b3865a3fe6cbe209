#if !canImport(HealthKit)
  public import Foundation

  /// A type and a condition, with the class of the samples as a type parameter.
  public struct HKSamplePredicate<Sample: HKSample>: @unchecked Sendable {
    /// The type of the samples.
    public let sampleType: HKSampleType
    /// The condition of the samples.
    public let nsPredicate: NSPredicate?

    init(_ type: HKSampleType, _ predicate: NSPredicate?) {
      sampleType = type
      nsPredicate = predicate
    }

    var descriptor: HKQueryDescriptor { HKQueryDescriptor(sampleType: sampleType, predicate: nsPredicate) }
  }

  extension HKSamplePredicate where Sample == HKSample {
    /// Samples of any type.
    public static func sample(type: HKSampleType, predicate: NSPredicate? = nil) -> HKSamplePredicate<HKSample> {
      HKSamplePredicate(type, predicate)
    }
  }

  extension HKSamplePredicate where Sample == HKClinicalRecord {
    /// Clinical records.
    public static func clinicalRecord(type clinicalType: HKClinicalType, predicate: NSPredicate? = nil)
      -> HKSamplePredicate<HKClinicalRecord>
    {
      HKSamplePredicate(clinicalType, predicate)
    }
  }

  extension HKSamplePredicate where Sample == HKQuantitySample {
    /// Samples of a quantity.
    public static func quantitySample(type quantityType: HKQuantityType, predicate: NSPredicate? = nil)
      -> HKSamplePredicate<HKQuantitySample>
    {
      HKSamplePredicate(quantityType, predicate)
    }
  }

  extension HKSamplePredicate where Sample == HKCategorySample {
    /// Samples of a category.
    public static func categorySample(type categoryType: HKCategoryType, predicate: NSPredicate? = nil)
      -> HKSamplePredicate<HKCategorySample>
    {
      HKSamplePredicate(categoryType, predicate)
    }
  }

  extension HKSamplePredicate where Sample == HKWorkout {
    /// Workouts.
    public static func workout(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKWorkout> {
      HKSamplePredicate(HKObjectType.workoutType(), predicate)
    }
  }

  extension HKSamplePredicate where Sample == HKVisionPrescription {
    /// Vision prescriptions.
    public static func visionPrescription(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKVisionPrescription> {
      HKSamplePredicate(HKObjectType.visionPrescriptionType(), predicate)
    }
  }
#endif
