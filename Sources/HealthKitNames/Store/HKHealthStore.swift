#if !canImport(HealthKit)
  public import Foundation
  import HealthRecordStore

  /// The app's access to the health data of a ``SimulatedDevice``.
  ///
  /// Handlers are called on a queue in the background, in no order between calls.
  open class HKHealthStore: NSObject, @unchecked Sendable {
    private let deviceOfMaker = SimulatedDevice.ofTask

    /// Makes an access to the device that ``SimulatedDevice`` tells.
    public override init() {}

    var device: SimulatedDevice { SimulatedDevice.ofTask ?? deviceOfMaker ?? .current }

    /// Whether the device has health data.
    open class func isHealthDataAvailable() -> Bool { SimulatedDevice.current.store.sync { $0.isHealthDataAvailable } }

    /// Whether the device can have clinical records; not without health data.
    open func supportsHealthRecords() -> Bool { (try? device.store.sync { try $0.supportsHealthRecords() }) ?? false }

    /// Whether the app may write a type; whether it may read one is never told.
    open func authorizationStatus(for type: HKObjectType) -> HKAuthorizationStatus {
      let type = type.type
      let status = try? device.store.sync { try $0.authorizationStatus(for: type) }
      return status.flatMap { HKAuthorizationStatus(rawValue: $0.rawValue) } ?? .notDetermined
    }

    /// Runs a query.
    open func execute(_ query: HKQuery) { query.start(on: device) }

    /// Ends a query: no handler of it is called any more.
    open func stop(_ query: HKQuery) { query.stop() }

    // MARK: - Background delivery

    /// Registers for changes while the app is not running, which needs the entitlement.
    ///
    /// Nothing runs in the background here: observer queries are called while the process lives, registered or not.
    @preconcurrency open func enableBackgroundDelivery(
      for type: HKObjectType, frequency: HKUpdateFrequency,
      withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
      let device = device
      device.answer(completion) { try await device.checkBackgroundDelivery() }
    }

    /// Registers for changes while the app is not running, which needs the entitlement.
    open func enableBackgroundDelivery(for type: HKObjectType, frequency: HKUpdateFrequency) async throws {
      try await device.checkBackgroundDelivery()
    }

    /// Ends the registration of a type.
    @preconcurrency open func disableBackgroundDelivery(
      for type: HKObjectType, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
      let device = device
      device.answer(completion) { try await device.checkBackgroundDelivery() }
    }

    /// Ends the registrations of all types.
    @preconcurrency open func disableAllBackgroundDelivery(
      completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
      let device = device
      device.answer(completion) { try await device.checkBackgroundDelivery() }
    }
  }

  /// How often an app is woken at most.
  public enum HKUpdateFrequency: Int, Sendable {
    /// At each change.
    case immediate = 1
    /// Once an hour.
    case hourly = 2
    /// Once a day.
    case daily = 3
    /// Once a week.
    case weekly = 4
  }
#endif
