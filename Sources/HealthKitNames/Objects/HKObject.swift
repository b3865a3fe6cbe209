#if !canImport(HealthKit)
  import ClinicalRecords
  public import Foundation
  import HealthRecordStore

  /// An object of the store. Two objects with the same UUID are equal.
  public class HKObject: NSObject, @unchecked Sendable {
    enum Content: Sendable {
      case record(ClinicalRecord)
      case sample(Sample)
    }

    let content: Content
    /// Identifies the object. A clinical record keeps its UUID when it is updated.
    public let uuid: UUID
    /// The app or institution that saved the object.
    public let sourceRevision: HKSourceRevision
    /// The device that measured it.
    public let device: HKDevice?
    /// The metadata that the app added.
    public let metadata: [String: Any]?

    init(_ content: Content, uuid: UUID, source: HKSource, device: HKDevice?, metadata: [String: Any]?) {
      (self.content, self.uuid) = (content, uuid)
      sourceRevision = HKSourceRevision(source: source, version: nil)
      (self.device, self.metadata) = (device, metadata)
    }

    /// The app or institution that saved the object.
    public var source: HKSource { sourceRevision.source }

    public override var hash: Int { uuid.hashValue }
    public override func isEqual(_ object: Any?) -> Bool { (object as? HKObject)?.uuid == uuid }
  }

  /// An object with a time.
  public class HKSample: HKObject, @unchecked Sendable {
    /// The type of the sample.
    public let sampleType: HKSampleType
    /// The start; for a clinical record, its receipt.
    public let startDate: Date
    /// The end; for a clinical record, its receipt.
    public let endDate: Date

    init(
      _ sample: Sample, type: HKSampleType, source: HKSource, device: HKDevice? = nil, metadata: [String: Any]? = nil
    ) {
      (sampleType, startDate, endDate) = (type, sample.startDate, sample.endDate)
      super.init(.sample(sample), uuid: sample.uuid, source: source, device: device, metadata: metadata)
    }

    init(_ record: ClinicalRecord, type: HKSampleType, uuid: UUID, received: Date, source: HKSource) {
      (sampleType, startDate, endDate) = (type, received, received)
      super.init(.record(record), uuid: uuid, source: source, device: nil, metadata: nil)
    }
  }

  /// A deleted object, of which only the UUID is known.
  public final class HKDeletedObject: NSObject, @unchecked Sendable {
    /// The UUID that the object had.
    public let uuid: UUID
    /// Always `nil`: the metadata of deleted samples is not kept.
    public var metadata: [String: Any]? { nil }

    init(uuid: UUID) { self.uuid = uuid }
  }

  /// A measuring device.
  public final class HKDevice: NSObject, Sendable {
    /// The name of the device.
    public let name: String?
    /// The manufacturer.
    public let manufacturer: String?
    /// The model.
    public let model: String?
    /// The version of its hardware.
    public let hardwareVersion: String?
    /// The version of its firmware.
    public let firmwareVersion: String?
    /// The version of its software.
    public let softwareVersion: String?
    /// The identifier of the device on this device.
    public let localIdentifier: String?
    /// The device identifier of its UDI, assigned by a regulatory authority.
    public let udiDeviceIdentifier: String?

    /// Makes a device from the known facts.
    public init(
      name: String?, manufacturer: String?, model: String?, hardwareVersion: String?, firmwareVersion: String?,
      softwareVersion: String?, localIdentifier: String?, udiDeviceIdentifier: String?
    ) {
      (self.name, self.manufacturer) = (name, manufacturer)
      (self.model, self.hardwareVersion) = (model, hardwareVersion)
      (self.firmwareVersion, self.softwareVersion) = (firmwareVersion, softwareVersion)
      (self.localIdentifier, self.udiDeviceIdentifier) = (localIdentifier, udiDeviceIdentifier)
    }
  }

  /// An app, a device, or an institution that records come from. Two sources with the same bundle identifier are equal.
  public final class HKSource: NSObject, Sendable {
    /// The name to show; for a clinical record, the institution.
    public let name: String
    /// The identifier of the source: the app's, or a generated one for an institution.
    public let bundleIdentifier: String
    let storeName: String?

    init(name: String?, bundleIdentifier: String) {
      (self.name, self.bundleIdentifier, storeName) = (name ?? "", bundleIdentifier, name)
    }

    /// The app itself.
    public class func `default`() -> HKSource { SimulatedDevice.current.app }

    public override var hash: Int { bundleIdentifier.hashValue }
    public override func isEqual(_ object: Any?) -> Bool { (object as? HKSource)?.bundleIdentifier == bundleIdentifier }
  }

  /// A source and its version.
  public final class HKSourceRevision: NSObject, Sendable {
    /// The source.
    public let source: HKSource
    /// The version of the app; `nil` if unknown.
    public let version: String?

    /// Makes a revision.
    public init(source: HKSource, version: String?) { (self.source, self.version) = (source, version) }
  }

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
      (quantityType, self.quantity) = (type, quantity)
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
      self.init(sample, type: quantityType, quantity: quantity, source: .default(), device: device, metadata: metadata)
    }
  }

  /// A sample with one of a few values.
  public final class HKCategorySample: HKSample, @unchecked Sendable {
    /// The type of the sample.
    public let categoryType: HKCategoryType
    /// The raw value of a member of the category.
    public let value: Int

    init(_ sample: Sample, type: HKCategoryType, value: Int, source: HKSource, metadata: [String: Any]? = nil) {
      (categoryType, self.value) = (type, value)
      super.init(sample, type: type, source: source, metadata: metadata)
    }

    /// Makes a sample; saving it adds it to the store.
    public convenience init(type: HKCategoryType, value: Int, start: Date, end: Date) {
      self.init(type: type, value: value, start: start, end: end, metadata: nil)
    }

    /// Makes a sample with metadata.
    public convenience init(type: HKCategoryType, value: Int, start: Date, end: Date, metadata: [String: Any]?) {
      let sample = Sample.category(CategoryTypeIdentifier(rawValue: type.identifier), value, start: start, end: end)
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

    init(_ sample: Sample, source: HKSource) { super.init(sample, type: .visionPrescriptionType(), source: source) }
  }
#endif
