#if !canImport(HealthKit)
  public import Foundation
  import ClinicalRecords
  import HealthRecordStore

  /// How the dates of a sample must relate to an interval.
  public struct HKQueryOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: UInt
    /// Makes options from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The sample must begin in the interval, not only end in it.
    public static let strictStartDate = HKQueryOptions(rawValue: 1)
    /// The sample must end in the interval, not only begin in it.
    public static let strictEndDate = HKQueryOptions(rawValue: 2)
  }

  extension HKQuery {
    /// Clinical records of a FHIR resource type.
    public class func predicateForClinicalRecords(withFHIRResourceType resourceType: HKFHIRResourceType) -> NSPredicate
    {
      let type = FHIRResourceType(rawValue: resourceType.rawValue)
      return StorePredicate(type.map { .clinicalRecords(withFHIRResourceType: $0) } ?? .any([]))
    }

    /// The clinical record with this source, resource type and identifier.
    public class func predicateForClinicalRecords(
      from source: HKSource, fhirResourceType resourceType: HKFHIRResourceType, identifier: String
    ) -> NSPredicate {
      let type = FHIRResourceType(rawValue: resourceType.rawValue)
      return StorePredicate(
        type.map { .clinicalRecords(from: source.storeName, fhirResourceType: $0, identifier: identifier) } ?? .any([]))
    }

    /// The objects of a source.
    public class func predicateForObjects(from source: HKSource) -> NSPredicate {
      StorePredicate(.objects(from: source.storeName))
    }

    /// The objects of any of some sources.
    public class func predicateForObjects(from sources: Set<HKSource>) -> NSPredicate {
      StorePredicate(.any(sources.map { .objects(from: $0.storeName) }))
    }

    /// The object with a UUID.
    public class func predicateForObject(with uuid: UUID) -> NSPredicate { predicateForObjects(with: [uuid]) }

    /// The objects with some UUIDs.
    public class func predicateForObjects(with uuids: Set<UUID>) -> NSPredicate {
      NSPredicate { object, _ in (object as? HKObject).map { uuids.contains($0.uuid) } ?? false }
    }

    /// The objects with a value for a metadata key.
    public class func predicateForObjects(withMetadataKey key: String) -> NSPredicate {
      NSPredicate { object, _ in (object as? HKObject)?.metadata?[key] != nil }
    }

    /// The samples in an interval that includes its start and excludes its end.
    public class func predicateForSamples(
      withStart startDate: Date?, end endDate: Date?, options: HKQueryOptions = []
    ) -> NSPredicate {
      StorePredicate(
        .samples(
          withStart: startDate, end: endDate, options: QueryPredicate.DateOptions(rawValue: options.rawValue)))
    }

    /// Workouts with an activity.
    public class func predicateForWorkouts(with workoutActivityType: HKWorkoutActivityType) -> NSPredicate {
      NSPredicate { object, _ in (object as? HKWorkout)?.workoutActivityType == workoutActivityType }
    }
  }
#endif
