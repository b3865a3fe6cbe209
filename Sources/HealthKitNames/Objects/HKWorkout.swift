#if !canImport(HealthKit)
  public import Foundation
  import HealthRecordStore

  /// A workout.
  public final class HKWorkout: HKSample, @unchecked Sendable {
    /// What was done.
    public let workoutActivityType: HKWorkoutActivityType
    /// The seconds between start and end.
    public var duration: TimeInterval { endDate.timeIntervalSince(startDate) }

    init(_ sample: Sample, activity: HKWorkoutActivityType, source: HKSource, metadata: [String: Any]? = nil) {
      workoutActivityType = activity
      super.init(
        .sample(sample), type: .workoutType(), uuid: sample.uuid, start: sample.startDate, end: sample.endDate,
        source: source, metadata: metadata)
    }

    /// Makes a workout, which is in the store when it is saved.
    public convenience init(activityType: HKWorkoutActivityType, start: Date, end: Date) {
      let sample = Sample.workout(activity: "\(activityType)", start: start, end: end)
      self.init(sample, activity: activityType, source: .default())
    }
  }

  /// A vision prescription. The test's store makes them; saving one is not part of this module.
  public final class HKVisionPrescription: HKSample, @unchecked Sendable {
    /// When it was issued.
    public var dateIssued: Date { startDate }
    /// When it ends.
    public var expirationDate: Date? { endDate == startDate ? nil : endDate }

    init(_ sample: Sample, source: HKSource) {
      super.init(
        .sample(sample), type: .visionPrescriptionType(), uuid: sample.uuid, start: sample.startDate,
        end: sample.endDate, source: source)
    }
  }
#endif
