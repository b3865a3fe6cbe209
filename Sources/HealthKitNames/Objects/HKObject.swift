#if !canImport(HealthKit)
  public import Foundation
  import ClinicalRecords
  import HealthRecordStore

  /// What the store holds. Two of one UUID are equal.
  public class HKObject: NSObject, @unchecked Sendable {
    /// What the object stands for in the store.
    enum Content: Sendable {
      case record(ClinicalRecord)
      case sample(Sample)
    }

    let content: Content
    /// Tells the object from all others. A clinical record keeps its own when it is updated.
    public let uuid: UUID
    /// Who has saved the object.
    public let sourceRevision: HKSourceRevision
    /// What has measured it.
    public let device: HKDevice?
    /// What the app that saved it has added.
    public let metadata: [String: Any]?

    init(_ content: Content, uuid: UUID, source: HKSource, device: HKDevice?, metadata: [String: Any]?) {
      self.content = content
      self.uuid = uuid
      sourceRevision = HKSourceRevision(source: source, version: nil)
      self.device = device
      self.metadata = metadata
    }

    /// Who has saved the object.
    public var source: HKSource { sourceRevision.source }

    /// The hash of the UUID.
    public override var hash: Int { uuid.hashValue }
    /// Whether the UUIDs are the same.
    public override func isEqual(_ object: Any?) -> Bool { (object as? HKObject)?.uuid == uuid }
  }

  /// An object that belongs to a time.
  public class HKSample: HKObject, @unchecked Sendable {
    /// What type it is.
    public let sampleType: HKSampleType
    /// When it begins; of a clinical record, when it was received.
    public let startDate: Date
    /// When it ends; of a clinical record, when it was received.
    public let endDate: Date

    init(
      _ content: Content, type: HKSampleType, uuid: UUID, start: Date, end: Date, source: HKSource,
      device: HKDevice? = nil, metadata: [String: Any]? = nil
    ) {
      sampleType = type
      startDate = start
      endDate = end
      super.init(content, uuid: uuid, source: source, device: device, metadata: metadata)
    }
  }

  /// An object that was deleted, of which only the UUID is told.
  public final class HKDeletedObject: NSObject, @unchecked Sendable {
    /// The UUID that the object had.
    public let uuid: UUID
    /// Nothing: samples are deleted without a trace of what was added to them.
    public var metadata: [String: Any]? { nil }

    init(uuid: UUID) { self.uuid = uuid }
  }

  /// A device that measures.
  public final class HKDevice: NSObject, Sendable {
    /// What the device is called.
    public let name: String?
    /// Who has made it.
    public let manufacturer: String?
    /// Which model it is.
    public let model: String?
    /// The version of its hardware.
    public let hardwareVersion: String?
    /// The version of what runs beside its software.
    public let firmwareVersion: String?
    /// The version of its software.
    public let softwareVersion: String?
    /// Tells it from others here.
    public let localIdentifier: String?
    /// Its number at the authority that admits devices.
    public let udiDeviceIdentifier: String?

    /// Makes a device of what is known.
    public init(
      name: String?, manufacturer: String?, model: String?, hardwareVersion: String?, firmwareVersion: String?,
      softwareVersion: String?, localIdentifier: String?, udiDeviceIdentifier: String?
    ) {
      self.name = name
      self.manufacturer = manufacturer
      self.model = model
      self.hardwareVersion = hardwareVersion
      self.firmwareVersion = firmwareVersion
      self.softwareVersion = softwareVersion
      self.localIdentifier = localIdentifier
      self.udiDeviceIdentifier = udiDeviceIdentifier
    }
  }
#endif
