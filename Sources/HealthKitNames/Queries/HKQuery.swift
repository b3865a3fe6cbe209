#if !canImport(HealthKit)
  import ClinicalRecords
  public import Foundation
  import HealthRecordStore
  import Synchronization

  /// A query, which an `HKHealthStore` executes.
  public class HKQuery: NSObject, @unchecked Sendable {
    let parts: [QueryPart]
    private let descriptors: [HKQueryDescriptor]
    private let state = Mutex((task: Task<Void, Never>?.none, isStopped: false))

    init(_ descriptors: [HKQueryDescriptor]) {
      (self.descriptors, parts) = (descriptors, QueryPart.parts(of: descriptors))
    }

    /// The type of the objects; `nil` for a query of several types.
    public var objectType: HKObjectType? { descriptors.count == 1 ? descriptors[0].sampleType : nil }
    /// The condition of the objects; `nil` for a query of several types.
    public var predicate: NSPredicate? { descriptors.count == 1 ? descriptors[0].predicate : nil }

    // MARK: - For the store

    /// Performs the query; calls the app's handlers with ``call(on:_:)``.
    func run(on device: SimulatedDevice) async {}

    /// Starts the query; a running query starts again.
    func start(on device: SimulatedDevice) {
      state.withLock { state in
        state.task?.cancel()
        state.isStopped = false
        state.task = Task { await self.run(on: device) }
      }
    }

    func stop() {
      state.withLock { state in
        state.task?.cancel()
        state.isStopped = true
      }
    }

    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Calls a handler, unless the query is stopped, and waits until it returns: handlers of one query do not overlap.
    func call(on device: SimulatedDevice, _ handler: @escaping @Sendable () -> Void) async {
      await withCheckedContinuation { continuation in
        device.call {
          if !self.isStopped { handler() }
          continuation.resume()
        }
      }
    }

    /// Passes the result of an operation, or its error, to a handler of the app; returns the result.
    @discardableResult
    func answer<Value: Sendable>(
      on device: SimulatedDevice, _ handler: @escaping @Sendable (Value?, (any Error)?) -> Void,
      _ work: () async throws -> Value
    ) async -> Value? {
      let (value, error) = await HKError.outcome(of: work)
      await call(on: device) { handler(value, error) }
      return value
    }

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
        .samples(withStart: startDate, end: endDate, options: QueryPredicate.DateOptions(rawValue: options.rawValue)))
    }

    /// Workouts with an activity.
    public class func predicateForWorkouts(with workoutActivityType: HKWorkoutActivityType) -> NSPredicate {
      NSPredicate { object, _ in (object as? HKWorkout)?.workoutActivityType == workoutActivityType }
    }
  }

  /// The orders of a query, the first one first; samples that are equal in all keep their order.
  struct SampleOrders: @unchecked Sendable {
    // Descriptors are immutable; the app must ensure that their closures are safe.
    private let orders: [(HKSample, HKSample) -> ComparisonResult]

    init(_ descriptors: [NSSortDescriptor]?) { orders = (descriptors ?? []).map { $0.compare(_:to:) } }

    init<Sample>(_ descriptors: [SortDescriptor<Sample>]) {
      orders = descriptors.map { descriptor in
        { first, second in
          guard let first = first as? Sample, let second = second as? Sample else { return .orderedSame }
          return descriptor.compare(first, second)
        }
      }
    }

    /// How many samples a query needs to find before they are sorted.
    func needed(for limit: Int) -> Int { orders.isEmpty ? limit : HKObjectQueryNoLimit }

    func sorted(_ samples: [HKSample], limit: Int) -> [HKSample] {
      let sorted = samples.enumerated().sorted { first, second in
        for order in orders {
          let result = order(first.element, second.element)
          if result != .orderedSame { return result == .orderedAscending }
        }
        return first.offset < second.offset
      }
      return (limit > 0 ? sorted.prefix(limit) : sorted[...]).map(\.element)
    }
  }

  /// A type and a condition, for a query of several types.
  public final class HKQueryDescriptor: NSObject, @unchecked Sendable {
    /// The type of the samples.
    public let sampleType: HKSampleType
    /// The condition of the samples.
    public let predicate: NSPredicate?

    /// Makes a descriptor.
    public init(sampleType: HKSampleType, predicate: NSPredicate?) {
      (self.sampleType, self.predicate) = (sampleType, predicate)
    }
  }

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
#endif
