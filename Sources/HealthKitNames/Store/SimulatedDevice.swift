#if !canImport(HealthKit)
  import ClinicalRecords
  import Dispatch
  import Foundation
  public import HealthRecordStore
  import Synchronization

  /// The device for code written for HealthKit, on platforms without HealthKit.
  ///
  /// ```swift
  /// let device = SimulatedDevice(HealthStore(responder: .grantAll))
  /// try await device.run { try await app.showAllergies() }
  /// ```
  ///
  /// A test fills and changes ``store``, in the role of the institutions and the user; the app makes an `HKHealthStore`
  /// as on a device. Each call selects its device in this order: the one of the closure in which the calling task runs,
  /// set by ``run(isolation:_:)`` or ``sync(_:)``; the one in whose closure the `HKHealthStore` was made; the one that
  /// was installed last; else an empty device on which everything is granted.
  public final class SimulatedDevice: Sendable {
    /// The records, the samples, and the user's decisions.
    public let store: HealthStore
    /// What to do where HealthKit raises an exception.
    public let exceptions: Exceptions
    let objects = Mutex(ObjectTable())
    let exceptionsRaised = Mutex<[HKError]>([])

    /// Makes a device with a store.
    public init(_ store: HealthStore = HealthStore(), exceptions: Exceptions = .trap) {
      (self.store, self.exceptions) = (store, exceptions)
    }

    @TaskLocal static var ofTask: SimulatedDevice?
    private static let installed = Mutex(SimulatedDevice())

    /// The device of the calling task, else the one that was installed last.
    public static var current: SimulatedDevice { ofTask ?? installed.withLock { $0 } }

    /// Makes this the device of the whole process, for tests that do not run in parallel.
    public func install() { SimulatedDevice.installed.withLock { $0 = self } }

    /// Makes this the device during a closure; tests that use it may run in parallel.
    public func run<Result>(
      isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
      try await SimulatedDevice.$ofTask.withValue(self, operation: body, isolation: isolation)
    }

    /// Makes this the device during a closure that is not `async`, and during handlers that are called later.
    public func sync<Result>(_ body: () throws -> Result) rethrows -> Result {
      try SimulatedDevice.$ofTask.withValue(self, operation: body)
    }

    /// What to do where HealthKit raises an exception: for a request without types, an invalid unit, and the like.
    public enum Exceptions: Hashable, Sendable {
      /// The process ends with the exception's message, as an app does on a device.
      case trap
      /// The exception is recorded in ``SimulatedDevice/raised``, an `HKError.errorInvalidArgument` with its message.
      ///
      /// A call that can throw throws it. Others continue with a value without effect: not a number, a unit that is
      /// incompatible with all others, a type without samples, a condition that matches nothing, an order that changes
      /// nothing.
      case error
    }

    /// The exceptions that HealthKit would have raised so far, in order; each of them would end an app.
    public var raised: [HKError] { exceptionsRaised.withLock { $0 } }

    /// Makes this the device during a closure, and throws the first exception that is raised meanwhile.
    ///
    /// ```swift
    /// let device = SimulatedDevice(exceptions: .error)
    /// #expect(throws: HKError.self) { try device.throwingExceptions { HKUnit(from: "beats") } }
    /// ```
    ///
    /// So a test also sees exceptions of calls that cannot throw, on any thread. Exceptions that a handler raises after
    /// the closure has ended are only in ``raised``. If the device traps on exceptions, they still trap.
    public func throwingExceptions<Result>(
      isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async throws -> Result {
      let before = raised.count
      let result: Swift.Result<Result, any Error>
      do { result = .success(try await run(isolation: isolation, body)) } catch { result = .failure(error) }
      return try value(of: result, after: before)
    }

    /// Makes this the device during a closure that is not `async`, and throws the first exception raised meanwhile.
    public func throwingExceptions<Result>(_ body: () throws -> Result) throws -> Result {
      let before = raised.count
      return try value(of: Swift.Result { try sync(body) }, after: before)
    }

    /// An app would have ended at its first exception, whatever was thrown after it.
    private func value<Result>(of result: Swift.Result<Result, any Error>, after count: Int) throws -> Result {
      let raised = raised
      if raised.count > count { throw raised[count] }
      return try result.get()
    }
  }

  // MARK: - For the HealthKit names

  extension SimulatedDevice {
    /// HealthKit calls an app's handlers on its own threads.
    static let handlerQueue = DispatchQueue(label: "HealthKitNames handlers", attributes: .concurrent)

    func call(_ handler: @escaping @Sendable () -> Void) {
      SimulatedDevice.handlerQueue.async { self.sync { handler() } }
    }

    /// Passes the result of an operation, or its error, to a handler of the app.
    func answer<Value: Sendable>(
      _ completion: @escaping @Sendable (Value?, (any Error)?) -> Void,
      _ work: @escaping @Sendable () async throws -> Value
    ) {
      Task {
        let (value, error) = await HKError.outcome(of: work)
        call { completion(value, error) }
      }
    }

    /// Tells a handler of the app whether an operation succeeded.
    func answer(
      _ completion: @escaping @Sendable (Bool, (any Error)?) -> Void,
      _ work: @escaping @Sendable () async throws -> Void
    ) {
      answer({ (_: Void?, error) in completion(error == nil, error) }, work)
    }

    /// Raises an exception of HealthKit; returns if the test wants errors.
    @discardableResult
    func raise(_ sentence: String) -> HKError {
      if exceptions == .trap { fatalError("HealthKit raises an exception here: \(sentence)") }
      let error = HKError(HealthError(.errorInvalidArgument, sentence))
      exceptionsRaised.withLock { $0.append(error) }
      return error
    }

    /// Performs an operation for which HealthKit may raise an exception.
    func raising<Result>(_ body: () async throws -> Result) async throws -> Result {
      do { return try await body() } catch let error as HealthError {
        throw error.code == .errorInvalidArgument ? raise(error.message) : HKError(error)
      }
    }

    /// The app as a source; its bundle identifier is from Info.plist, else its name.
    var app: HKSource {
      let app = store.configuration
      return HKSource(name: app.name, bundleIdentifier: app.infoPlist["CFBundleIdentifier"]?.string ?? app.name)
    }

    func object(_ content: HKObject.Content) -> HKSample? {
      switch content {
      case .record(let record): object(record)
      case .sample(let sample): object(sample)
      }
    }

    /// HealthKit's object for a record; `nil` for one without a key or a type, which no store holds.
    func object(_ record: ClinicalRecord) -> HKClinicalRecord? {
      guard let key = record.key, let type = record.clinicalType else { return nil }
      let (uuid, source) = objects.withLock { ($0.uuid(of: key), $0.institution(named: key.source)) }
      return HKClinicalRecord(record, key, type: type, uuid: uuid, source: source)
    }

    /// HealthKit's object for a sample, a document with or without its XML: the one that the app has saved, or a new one.
    func object(_ sample: Sample, includesData: Bool = true) -> HKSample? {
      let saved = objects.withLock { $0.saved[sample.uuid] }
      // Whether a document has its content depends on the query.
      if let saved, !(saved is HKDocumentSample) { return saved }
      let source = sample.source.map { HKSource(name: $0, bundleIdentifier: $0) } ?? app
      switch sample.value {
      case .quantity(let value, let unit):
        return HKQuantitySample(
          sample, type: HKQuantityType(sample.type),
          quantity: HKQuantity(unit: HKUnit(stored: unit), doubleValue: value), source: source)
      case .category(let value):
        return HKCategorySample(sample, type: HKCategoryType(sample.type), value: value, source: source)
      case .workout(let activity):
        let known = HKWorkoutActivityType.allCases.first { "\($0)" == activity }
        return HKWorkout(sample, activity: known ?? .other, source: source)
      case .prescription: return HKVisionPrescription(sample, source: source)
      case .document(let document):
        return HKCDADocumentSample(
          sample, document, includesData: includesData, source: source, metadata: saved?.metadata)
      case .verifiableRecord(let record): return HKVerifiableClinicalRecord(sample, record, source: source)
      }
    }

    /// The samples that a query finds, type by type, in the store's order.
    func samples(_ parts: [QueryPart], limit: Int) async throws -> [HKSample] {
      var found: [HKSample] = []
      for part in parts {
        let rest = limit > 0 && part.filter.isComplete ? limit - found.count : HealthStore.noLimit
        if limit > 0 && found.count >= limit { break }
        let new = try await store.contents(part, limit: rest).compactMap { object($0) }
        found += part.filter.isComplete ? new : new.filter(part.filter.matches)
      }
      return limit > 0 ? Array(found.prefix(limit)) : found
    }

    /// The changes for a query since an anchor; if it waits, the first change that matches.
    func changes(_ parts: [QueryPart], since anchor: HKQueryAnchor?, limit: Int, waits: Bool) async throws
      -> ObjectChanges
    {
      var changes = ObjectChanges(anchor: anchor ?? HKQueryAnchor(places: [:]))
      while true {
        let step = try await storeChanges(parts, since: changes.anchor, limit: limit, waits: waits)
        var places = changes.anchor.places
        for (part, change) in zip(parts, step) {
          let added = change.added.compactMap { object($0) }
          let uuids = objects.withLock { table in change.deletedRecords.map { table.uuid(of: $0) } }
          let deleted = (uuids + change.deletedSamples).map { HKDeletedObject(uuid: $0) }
          let matching = part.filter.isComplete ? added : added.filter(part.filter.matches)
          // A deleted object cannot be tested by a predicate; all that match the store's part of it are reported.
          changes.added += matching
          changes.deleted += deleted
          if !matching.isEmpty || !deleted.isEmpty { changes.types.insert(part.type) }
          places[part.type.identifier] = change.anchor
        }
        changes.anchor = HKQueryAnchor(places: places)
        // Changes that only the app's own condition excludes do not count, and later ones may match.
        if !changes.isEmpty || !waits && step.allSatisfy(\.isEmpty) { return changes }
      }
    }

    /// The anchor for a query of future changes only.
    func currentAnchor(_ parts: [QueryPart]) async throws -> HKQueryAnchor {
      var places: [String: QueryAnchor] = [:]
      for part in parts { places[part.type.identifier] = try await store.currentAnchor(of: part.type) }
      return HKQueryAnchor(places: places)
    }

    private func storeChanges(_ parts: [QueryPart], since anchor: HKQueryAnchor, limit: Int, waits: Bool) async throws
      -> [StoreChanges]
    {
      let places = anchor.places
      return try await store.firstResult(whenTypesChange: Set(parts.map(\.type))) { store in
        var changes: [StoreChanges] = []
        var count = 0
        do {
          for part in parts where limit <= 0 || count < limit {
            let change = try store.changes(
              part, since: places[part.type.identifier], limit: limit > 0 ? limit - count : HealthStore.noLimit)
            count += change.added.count
            changes.append(change)
          }
        } catch let error as HealthError where waits && error.code == .errorDatabaseInaccessible {
          // While the device is locked, nothing is reported; unlocking it wakes the query.
          return nil
        }
        return waits && changes.allSatisfy(\.isEmpty) ? nil : changes
      }
    }
  }

  extension HKError {
    /// Converts the store's error; returns any other error unchanged.
    static func any(_ error: any Error) -> any Error { (error as? HealthError).map { HKError($0) } ?? error }

    /// The result of an operation or its error, as the handlers of an app receive them.
    static func outcome<Value>(of work: () async throws -> Value) async -> (Value?, (any Error)?) {
      do { return (try await work(), nil) } catch { return (nil, any(error)) }
    }
  }

  /// The facts of HealthKit's objects that the store does not have: UUIDs of records, bundle identifiers, metadata.
  struct ObjectTable {
    private var recordUUIDs: [RecordKey: UUID] = [:]
    private var sources: [String?: HKSource] = [:]
    /// The objects that the app has saved, so that queries return their metadata.
    var saved: [UUID: HKSample] = [:]
    var files: [UUID: [HKAttachment]] = [:]

    /// The UUID of a record, constant for the lifetime of the device.
    mutating func uuid(of key: RecordKey) -> UUID {
      if let known = recordUUIDs[key] { return known }
      let new = UUID()
      recordUUIDs[key] = new
      return new
    }

    mutating func institution(named name: String?) -> HKSource {
      if let known = sources[name] { return known }
      let source = HKSource(name: name, bundleIdentifier: "com.apple.public.health.clinical.\(UUID().uuidString)")
      sources[name] = source
      return source
    }
  }

  /// The changes for a query, as HealthKit's objects.
  struct ObjectChanges: Sendable {
    var added: [HKSample] = []
    var deleted: [HKDeletedObject] = []
    var types: Set<ObjectType> = []
    var anchor: HKQueryAnchor

    var isEmpty: Bool { added.isEmpty && deleted.isEmpty }
  }

  private struct StoreChanges: Sendable {
    var added: [HKObject.Content] = []
    var deletedRecords: [RecordKey] = []
    var deletedSamples: [UUID] = []
    let anchor: QueryAnchor

    var isEmpty: Bool { added.isEmpty && deletedRecords.isEmpty && deletedSamples.isEmpty }
  }

  extension HealthStore {
    fileprivate func contents(_ part: QueryPart, limit: Int) throws -> [HKObject.Content] {
      if let type = part.type.clinicalType {
        return try clinicalRecords(ofType: type, matching: part.filter.condition, limit: limit).map { .record($0) }
      }
      return try samples(ofType: part.type, matching: part.filter.condition, limit: limit).map { .sample($0) }
    }

    fileprivate func changes(_ part: QueryPart, since anchor: QueryAnchor?, limit: Int) throws -> StoreChanges {
      if let type = part.type.clinicalType {
        let changes = try clinicalRecordChanges(
          ofType: type, matching: part.filter.condition, since: anchor, limit: limit)
        return StoreChanges(
          added: changes.added.map { .record($0) }, deletedRecords: changes.deleted.compactMap(\.key),
          anchor: changes.anchor)
      }
      let changes = try sampleChanges(ofType: part.type, matching: part.filter.condition, since: anchor, limit: limit)
      return StoreChanges(
        added: changes.added.map { .sample($0) }, deletedSamples: changes.deleted.map(\.uuid), anchor: changes.anchor)
    }
  }
#endif
