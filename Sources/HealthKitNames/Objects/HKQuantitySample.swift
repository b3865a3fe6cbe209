#if !canImport(HealthKit)
  public import Foundation
  import HealthRecordStore

  /// A number with a unit.
  public final class HKQuantitySample: HKSample, @unchecked Sendable {
    /// The type of the sample.
    public let quantityType: HKQuantityType
    /// The number and its unit.
    public let quantity: HKQuantity

    init(
      _ sample: Sample, type: HKQuantityType, quantity: HKQuantity, source: HKSource, device: HKDevice? = nil,
      metadata: [String: Any]? = nil
    ) {
      quantityType = type
      self.quantity = quantity
      super.init(sample, type: type, source: source, device: device, metadata: metadata)
    }

    /// Makes a sample; saving it adds it to the store. For a unit that does not fit the type HealthKit raises an
    /// exception. Here, depending on ``SimulatedDevice/exceptions``, the process traps, or the error is recorded and the
    /// sample has this unit.
    public convenience init(type quantityType: HKQuantityType, quantity: HKQuantity, start: Date, end: Date) {
      self.init(type: quantityType, quantity: quantity, start: start, end: end, device: nil, metadata: nil)
    }

    /// Makes a sample with metadata.
    public convenience init(
      type quantityType: HKQuantityType, quantity: HKQuantity, start: Date, end: Date, metadata: [String: Any]?
    ) {
      self.init(type: quantityType, quantity: quantity, start: start, end: end, device: nil, metadata: metadata)
    }

    /// Makes a sample with the device that measured it.
    public convenience init(
      type quantityType: HKQuantityType, quantity: HKQuantity, start: Date, end: Date, device: HKDevice?,
      metadata: [String: Any]?
    ) {
      if let unit = quantityType.unit, !quantity.is(compatibleWith: unit) {
        SimulatedDevice.current.raise(
          """
          HKQuantitySample of \(quantityType.identifier) requires a unit compatible with \(unit.unitString). \
          Incompatible unit: \(quantity.unit.unitString)
          """)
      }
      let sample = Sample.quantity(
        QuantityTypeIdentifier(rawValue: quantityType.identifier), quantity.value, unit: quantity.unit.unitString,
        start: start, end: end)
      self.init(
        sample, type: quantityType, quantity: quantity, source: .default(), device: device, metadata: metadata)
    }
  }

  /// A sample with one of a few values.
  public final class HKCategorySample: HKSample, @unchecked Sendable {
    /// The type of the sample.
    public let categoryType: HKCategoryType
    /// The raw value of a member of the category.
    public let value: Int

    init(_ sample: Sample, type: HKCategoryType, value: Int, source: HKSource, metadata: [String: Any]? = nil) {
      categoryType = type
      self.value = value
      super.init(sample, type: type, source: source, metadata: metadata)
    }

    /// Makes a sample; saving it adds it to the store.
    public convenience init(type: HKCategoryType, value: Int, start: Date, end: Date) {
      self.init(type: type, value: value, start: start, end: end, metadata: nil)
    }

    /// Makes a sample with metadata.
    public convenience init(type: HKCategoryType, value: Int, start: Date, end: Date, metadata: [String: Any]?) {
      let sample = Sample.category(
        CategoryTypeIdentifier(rawValue: type.identifier), value, start: start, end: end)
      self.init(sample, type: type, value: value, source: .default(), metadata: metadata)
    }
  }

  /// A workout.
  public final class HKWorkout: HKSample, @unchecked Sendable {
    /// The activity.
    public let workoutActivityType: HKWorkoutActivityType
    /// The seconds between start and end.
    public var duration: TimeInterval { endDate.timeIntervalSince(startDate) }

    init(_ sample: Sample, activity: HKWorkoutActivityType, source: HKSource, metadata: [String: Any]? = nil) {
      workoutActivityType = activity
      super.init(sample, type: .workoutType(), source: source, metadata: metadata)
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
      super.init(sample, type: .visionPrescriptionType(), source: source)
    }
  }
#endif
