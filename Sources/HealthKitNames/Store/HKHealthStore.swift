#if !canImport(HealthKit)
  import ClinicalRecords
  public import Foundation
  import HealthRecordStore
  import Synchronization

  /// The app's access to the health data of a ``SimulatedDevice``.
  ///
  /// Handlers are called on a background queue, in no order between calls. A subclass can override the methods with
  /// handlers, as with HealthKit's class.
  open class HKHealthStore: NSObject, @unchecked Sendable {
    private let deviceOfMaker = SimulatedDevice.ofTask

    /// Makes an access to the device that ``SimulatedDevice`` determines.
    public override init() {}

    var device: SimulatedDevice { SimulatedDevice.ofTask ?? deviceOfMaker ?? .current }

    /// Whether the device has health data.
    open class func isHealthDataAvailable() -> Bool { SimulatedDevice.current.store.sync { $0.isHealthDataAvailable } }

    /// Whether the device can have clinical records; `false` without health data.
    open func supportsHealthRecords() -> Bool { (try? device.store.sync { try $0.supportsHealthRecords() }) ?? false }

    /// Whether the app may write a type; the store never tells whether it may read one.
    open func authorizationStatus(for type: HKObjectType) -> HKAuthorizationStatus {
      let type = type.type
      let status = try? device.store.sync { try $0.authorizationStatus(for: type) }
      return status.flatMap { HKAuthorizationStatus(rawValue: $0.rawValue) } ?? .notDetermined
    }

    /// Runs a query.
    open func execute(_ query: HKQuery) { query.start(on: device) }

    /// Ends a query: its handlers are no longer called.
    open func stop(_ query: HKQuery) { query.stop() }

    // MARK: - Authorization

    /// Asks the user for permission. Success means that the request was processed, not that access was granted.
    ///
    /// Where HealthKit raises an exception, ``SimulatedDevice/exceptions`` decides between a trap and an error.
    @preconcurrency open func requestAuthorization(
      toShare typesToShare: Set<HKSampleType>?, read typesToRead: Set<HKObjectType>?,
      completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
      device.answer(completion) { [device] in try await device.ask(typesToShare ?? [], typesToRead ?? []) }
    }

    /// Asks the user for permission to read single objects of a type that is authorized object by object.
    @preconcurrency open func requestPerObjectReadAuthorization(
      for objectType: HKObjectType, predicate: NSPredicate?,
      completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
      let filter = SampleFilter(predicate)
      device.answer(completion) { [device] in try await device.askForObjects(of: objectType, filter) }
    }

    /// Whether a request for these types would show its sheet; the answer does not reveal what was granted.
    @preconcurrency open func getRequestStatusForAuthorization(
      toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>,
      completion: @escaping @Sendable (HKAuthorizationRequestStatus, (any Error)?) -> Void
    ) {
      device.answer({ completion($0 ?? .unknown, $1) }) { [device] in
        try await device.requestStatus(typesToShare, typesToRead)
      }
    }

    // MARK: - Saving

    /// Saves an object. For a clinical record HealthKit raises an exception, as it does for a request to write one.
    @preconcurrency open func save(
      _ object: HKObject, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
      save([object], withCompletion: completion)
    }

    /// Saves objects: all of them, or none if one may not be saved.
    @preconcurrency open func save(
      _ objects: [HKObject], withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
      device.answer(completion) { [device] in try await device.save(objects) }
    }

    /// Deletes an object that the app has saved.
    @preconcurrency open func delete(
      _ object: HKObject, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
      delete([object], withCompletion: completion)
    }

    /// Deletes objects that the app has saved; stops at the first that it has not saved.
    @preconcurrency open func delete(
      _ objects: [HKObject], withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
      device.answer(completion) { [device] in try await device.delete(objects) }
    }

    /// Deletes the objects of a type that the app has saved and that match a predicate.
    @preconcurrency open func deleteObjects(
      of objectType: HKObjectType, predicate: NSPredicate,
      withCompletion completion: @escaping @Sendable (Bool, Int, (any Error)?) -> Void
    ) {
      let filter = SampleFilter(predicate)
      device.answer({ completion($0 != nil, $0 ?? 0, $1) }) { [device] in
        try await device.deleteObjects(of: objectType, filter)
      }
    }

    // MARK: - Background delivery

    /// Registers for changes while the app is not running; needs the entitlement.
    ///
    /// Nothing runs in the background here: observer queries are called while the process runs, registered or not.
    @preconcurrency open func enableBackgroundDelivery(
      for type: HKObjectType, frequency: HKUpdateFrequency,
      withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
      device.answer(completion) { [device] in try await device.checkBackgroundDelivery() }
    }

    /// Registers for changes while the app is not running; needs the entitlement.
    open func enableBackgroundDelivery(for type: HKObjectType, frequency: HKUpdateFrequency) async throws {
      try await device.checkBackgroundDelivery()
    }

    /// Ends the registration of a type.
    @preconcurrency open func disableBackgroundDelivery(
      for type: HKObjectType, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
      device.answer(completion) { [device] in try await device.checkBackgroundDelivery() }
    }

    /// Ends the registrations of all types.
    @preconcurrency open func disableAllBackgroundDelivery(
      completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
      device.answer(completion) { [device] in try await device.checkBackgroundDelivery() }
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

  extension HKHealthStore {
    /// Asks the user for permission. Returning means that the request was processed, not that access was granted.
    public func requestAuthorization(toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>)
      async throws
    {
      try await device.ask(typesToShare, typesToRead)
    }

    /// Asks the user for permission to read single objects of a type that is authorized object by object.
    public func requestPerObjectReadAuthorization(for objectType: HKObjectType, predicate: NSPredicate?) async throws {
      try await device.askForObjects(of: objectType, SampleFilter(predicate))
    }

    /// Whether a request for these types would show its sheet; the answer does not reveal what was granted.
    public func statusForAuthorizationRequest(
      toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>
    ) async throws -> HKAuthorizationRequestStatus {
      try await device.requestStatus(typesToShare, typesToRead)
    }

    /// Saves an object.
    public func save(_ object: HKObject) async throws { try await save([object]) }

    /// Saves objects: all of them, or none if one may not be saved.
    public func save(_ objects: [HKObject]) async throws { try await device.save(objects) }

    /// Deletes an object that the app has saved.
    public func delete(_ object: HKObject) async throws { try await delete([object]) }

    /// Deletes objects that the app has saved; stops at the first that it has not saved.
    public func delete(_ objects: [HKObject]) async throws { try await device.delete(objects) }

    /// Deletes the objects of a type that the app has saved and that match a predicate.
    ///
    /// - Returns: how many objects were deleted.
    @discardableResult
    public func deleteObjects(of objectType: HKObjectType, predicate: NSPredicate) async throws -> Int {
      try await device.deleteObjects(of: objectType, SampleFilter(predicate))
    }
  }

  extension SimulatedDevice {
    func ask(_ share: Set<HKSampleType>, _ read: Set<HKObjectType>) async throws {
      try await raising {
        try await store.requestAuthorization(toShare: Set(share.map(\.type)), read: Set(read.map(\.type)))
      }
    }

    func requestStatus(
      _ share: Set<HKSampleType>, _ read: Set<HKObjectType>
    ) async throws -> HKAuthorizationRequestStatus {
      let status = try await raising {
        try await store.statusForAuthorizationRequest(toShare: Set(share.map(\.type)), read: Set(read.map(\.type)))
      }
      return HKAuthorizationRequestStatus(rawValue: status.rawValue) ?? .unknown
    }

    func askForObjects(of type: HKObjectType, _ filter: SampleFilter) async throws {
      try await raising {
        try await store.requestPerObjectReadAuthorization(for: type.type) { sample in
          self.object(sample).map(filter.matches) ?? false
        }
      }
    }

    /// Refuses an app without the entitlement, as HealthKit does.
    func checkBackgroundDelivery() async throws {
      try await raising {
        // Like every call, this one fails without health data.
        _ = try await store.supportsHealthRecords()
        guard store.configuration.entitlements[EntitlementKey.backgroundDelivery] == true else {
          throw HealthError.missing(EntitlementKey.backgroundDelivery)
        }
      }
    }

    func save(_ saved: [HKObject]) async throws {
      try await raising {
        var samples: [Sample] = []
        for object in saved {
          switch object.content {
          case .record(let record): try await store.save(record)
          case .sample(let sample): samples.append(sample)
          }
        }
        try await store.save(samples)
      }
      objects.withLock { table in
        for case let sample as HKSample in saved { table.saved[sample.uuid] = sample }
      }
    }

    func delete(_ deleted: [HKObject]) async throws {
      for object in deleted {
        switch object.content {
        case .record(let record): try await raising { try await store.save(record) }
        case .sample(let sample):
          // An object that the app did not save causes an error, not an exception.
          do { try await store.delete(sample) } catch { throw HKError.any(error) }
          objects.withLock { ($0.saved[object.uuid], $0.files[object.uuid]) = (nil, nil) }
        }
      }
    }

    func deleteObjects(of type: HKObjectType, _ filter: SampleFilter) async throws -> Int {
      let own = objects.withLock { $0.saved.values.filter { $0.sampleType == type } }.filter(filter.matches)
      try await delete(own)
      return own.count
    }
  }
#endif
