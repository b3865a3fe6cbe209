#if !canImport(HealthKit)
  public import Foundation
  import HealthRecordStore
  import Synchronization

  /// Finds the existing samples.
  public final class HKSampleQuery: HKQuery, @unchecked Sendable {
    /// The largest number of samples.
    public let limit: Int
    /// The order of the samples.
    public let sortDescriptors: [NSSortDescriptor]?
    private let handler: @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void

    /// Makes a query of one type.
    @preconcurrency public convenience init(
      sampleType: HKSampleType, predicate: NSPredicate?, limit: Int, sortDescriptors: [NSSortDescriptor]?,
      resultsHandler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
    ) {
      self.init(
        [HKQueryDescriptor(sampleType: sampleType, predicate: predicate)], limit, sortDescriptors, resultsHandler)
    }

    /// Makes a query of several types.
    @preconcurrency public convenience init(
      queryDescriptors: [HKQueryDescriptor], limit: Int,
      resultsHandler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
    ) {
      self.init(queryDescriptors, limit, nil, resultsHandler)
    }

    /// Makes a query of several types.
    @preconcurrency public convenience init(
      queryDescriptors: [HKQueryDescriptor], limit: Int, sortDescriptors: [NSSortDescriptor],
      resultsHandler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
    ) {
      self.init(queryDescriptors, limit, sortDescriptors, resultsHandler)
    }

    private init(
      _ descriptors: [HKQueryDescriptor], _ limit: Int, _ order: [NSSortDescriptor]?,
      _ handler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
    ) {
      (self.limit, sortDescriptors, self.handler) = (limit, order, handler)
      super.init(descriptors)
    }

    override func run(on device: SimulatedDevice) async {
      await answer(on: device, { self.handler(self, $0, $1) }) {
        let orders = SampleOrders(sortDescriptors)
        return orders.sorted(try await device.samples(parts, limit: orders.needed(for: limit)), limit: limit)
      }
    }
  }

  /// Finds the sources of the samples of a type.
  public final class HKSourceQuery: HKQuery, @unchecked Sendable {
    private let handler: @Sendable (HKSourceQuery, Set<HKSource>?, (any Error)?) -> Void

    /// Makes a query.
    @preconcurrency public init(
      sampleType: HKSampleType, samplePredicate objectPredicate: NSPredicate?,
      completionHandler: @escaping @Sendable (HKSourceQuery, Set<HKSource>?, (any Error)?) -> Void
    ) {
      handler = completionHandler
      super.init([HKQueryDescriptor(sampleType: sampleType, predicate: objectPredicate)])
    }

    override func run(on device: SimulatedDevice) async {
      await answer(on: device, { self.handler(self, $0, $1) }) {
        Set(try await device.samples(parts, limit: HKObjectQueryNoLimit).map(\.sourceRevision.source))
      }
    }
  }

  /// The function that an app calls when it has processed a background change.
  public typealias HKObserverQueryCompletionHandler = () -> Void

  /// Reports that data has changed, but not how.
  ///
  /// As on devices, the handler is also called once at the start.
  public final class HKObserverQuery: HKQuery, @unchecked Sendable {
    private let handler: @Sendable (HKObserverQuery, Set<HKSampleType>, (any Error)?) -> Void
    private let sampleTypes: Set<HKSampleType>

    /// Makes a query of one type.
    @preconcurrency public init(
      sampleType: HKSampleType, predicate: NSPredicate?,
      updateHandler:
        @escaping @Sendable (HKObserverQuery, @escaping HKObserverQueryCompletionHandler, (any Error)?) -> Void
    ) {
      handler = { query, _, error in updateHandler(query, {}, error) }
      sampleTypes = [sampleType]
      super.init([HKQueryDescriptor(sampleType: sampleType, predicate: predicate)])
    }

    /// Makes a query of several types, whose handler receives the types that have changed.
    @preconcurrency public init(
      queryDescriptors: [HKQueryDescriptor],
      updateHandler:
        @escaping @Sendable (
          HKObserverQuery, Set<HKSampleType>?, @escaping HKObserverQueryCompletionHandler, (any Error)?
        ) -> Void
    ) {
      handler = { query, types, error in updateHandler(query, error == nil ? types : nil, {}, error) }
      sampleTypes = Set(queryDescriptors.map(\.sampleType))
      super.init(queryDescriptors)
    }

    override func run(on device: SimulatedDevice) async {
      do {
        var anchor = try await device.currentAnchor(parts)
        await call(on: device) { self.handler(self, self.sampleTypes, nil) }
        while !isStopped {
          let changes = try await device.changes(parts, since: anchor, limit: HKObjectQueryNoLimit, waits: true)
          anchor = changes.anchor
          let changed = sampleTypes.filter { changes.types.contains($0.type) }
          await call(on: device) { self.handler(self, changed, nil) }
        }
      } catch is CancellationError {
        // The query was stopped, so its handler must not be called.
      } catch { await call(on: device) { self.handler(self, [], HKError.any(error)) } }
    }
  }

  /// A position in the changes of a device, from which a later query continues.
  public final class HKQueryAnchor: NSObject, NSSecureCoding, NSCopying, Sendable {
    /// The position in each type, by the type's name.
    let places: [String: QueryAnchor]

    init(places: [String: QueryAnchor]) { self.places = places }

    /// An anchor can be archived, and used later with the same device.
    public static var supportsSecureCoding: Bool { true }

    /// Reads an anchor from an archive.
    public init?(coder: NSCoder) {
      guard let data = coder.decodeObject(of: NSData.self, forKey: "places"),
        let places = try? JSONDecoder().decode([String: QueryAnchor].self, from: Data(referencing: data))
      else { return nil }
      self.places = places
    }

    /// Writes the anchor into an archive.
    public func encode(with coder: NSCoder) {
      // Strings and numbers can always be encoded.
      guard let data = try? JSONEncoder().encode(places) else { return }
      coder.encode(NSData(data: data), forKey: "places")
    }

    /// The anchor itself, which is immutable.
    public func copy(with zone: NSZone?) -> Any { self }
    public override var hash: Int { places.hashValue }
    public override func isEqual(_ object: Any?) -> Bool { (object as? HKQueryAnchor)?.places == places }
  }

  /// Finds the changes since an anchor and, with an update handler, each later change.
  public final class HKAnchoredObjectQuery: HKQuery, @unchecked Sendable {
    /// The arguments of the query's handlers: new samples, deleted ones, the next anchor, an error.
    typealias Handler =
      @Sendable (HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?) -> Void

    private let anchor: HKQueryAnchor?
    private let limit: Int
    private let handler: Handler
    private let update = Mutex<Handler?>(nil)

    /// Makes a query of one type.
    @preconcurrency public convenience init(
      type: HKSampleType, predicate: NSPredicate?, anchor: HKQueryAnchor?, limit: Int,
      resultsHandler handler:
        @escaping @Sendable (HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?) ->
        Void
    ) {
      self.init(
        queryDescriptors: [HKQueryDescriptor(sampleType: type, predicate: predicate)], anchor: anchor, limit: limit,
        resultsHandler: handler)
    }

    /// Makes a query of several types.
    @preconcurrency public init(
      queryDescriptors: [HKQueryDescriptor], anchor: HKQueryAnchor?, limit: Int,
      resultsHandler handler:
        @escaping @Sendable (HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?) ->
        Void
    ) {
      (self.anchor, self.limit, self.handler) = (anchor, limit, handler)
      super.init(queryDescriptors)
    }

    /// The handler for changes after the first results; must be set before the query is executed.
    @preconcurrency public var updateHandler:
      (@Sendable (HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?) -> Void)?
    {
      get { update.withLock { $0 } }
      set { update.withLock { $0 = newValue } }
    }

    override func run(on device: SimulatedDevice) async {
      var next = handler
      do {
        var changes = try await device.changes(parts, since: anchor, limit: limit, waits: false)
        await tell(changes, next, device)
        while let update = updateHandler, !isStopped {
          next = update
          changes = try await device.changes(parts, since: changes.anchor, limit: HKObjectQueryNoLimit, waits: true)
          await tell(changes, next, device)
        }
      } catch is CancellationError {
        // The query was stopped, so its handlers must not be called.
      } catch {
        let next = next
        await call(on: device) { next(self, nil, nil, nil, HKError.any(error)) }
      }
    }

    private func tell(_ changes: ObjectChanges, _ handler: @escaping Handler, _ device: SimulatedDevice) async {
      await call(on: device) { handler(self, changes.added, changes.deleted, changes.anchor, nil) }
    }
  }
#endif
