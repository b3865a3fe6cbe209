#if !canImport(HealthKit)
  public import Foundation
  import HealthRecordStore

  /// A workout.
  public final class HKWorkout: HKSample, @unchecked Sendable {
    /// The activity.
    public let workoutActivityType: HKWorkoutActivityType
    /// The seconds between start and end.
    public var duration: TimeInterval { endDate.timeIntervalSince(startDate) }

    init(_ sample: Sample, activity: HKWorkoutActivityType, source: HKSource, metadata: [String: Any]? = nil) {
      workoutActivityType = activity
      super.init(
        .sample(sample), type: .workoutType(), uuid: sample.uuid, start: sample.startDate, end: sample.endDate,
        source: source, metadata: metadata)
    }

    /// Makes a workout; saving it adds it to the store.
    public convenience init(activityType: HKWorkoutActivityType, start: Date, end: Date) {
      let sample = Sample.workout(activity: "\(activityType)", start: start, end: end)
      self.init(sample, activity: activityType, source: .default())
    }
  }

  /// A vision prescription. Tests add them to the store; an app cannot save one with this module.
  public final class HKVisionPrescription: HKSample, @unchecked Sendable {
    /// When it was issued.
    public var dateIssued: Date { startDate }
    /// When it expires.
    public var expirationDate: Date? { endDate == startDate ? nil : endDate }

    init(_ sample: Sample, source: HKSource) {
      super.init(
        .sample(sample), type: .visionPrescriptionType(), uuid: sample.uuid, start: sample.startDate,
        end: sample.endDate, source: source)
    }
  }
#endif
