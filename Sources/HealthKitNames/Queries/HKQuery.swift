#if !canImport(HealthKit)
  public import Foundation
  import Synchronization

  /// A query, which an `HKHealthStore` executes.
  public class HKQuery: NSObject, @unchecked Sendable {
    let parts: [QueryPart]
    private let descriptors: [HKQueryDescriptor]
    private let state = Mutex(State())

    private struct State {
      var task: Task<Void, Never>?
      var isStopped = false
    }

    init(_ descriptors: [HKQueryDescriptor]) {
      self.descriptors = descriptors
      parts = QueryPart.parts(of: descriptors)
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
  }

  extension HKQuery {
    /// Passes the result of an operation, or its error, to a handler of the app.
    ///
    /// - Returns: the result; `nil` after an error.
    @discardableResult
    func answer<Value: Sendable>(
      on device: SimulatedDevice, _ handler: @escaping @Sendable (Value?, (any Error)?) -> Void,
      _ work: () async throws -> Value
    ) async -> Value? {
      do {
        let value = try await work()
        await call(on: device) { handler(value, nil) }
        return value
      } catch {
        await call(on: device) { handler(nil, HKError.any(error)) }
        return nil
      }
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
      self.sampleType = sampleType
      self.predicate = predicate
    }
  }
#endif
