#if !canImport(HealthKit)
  public import Foundation

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
      self.limit = limit
      sortDescriptors = order
      self.handler = handler
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
#endif
