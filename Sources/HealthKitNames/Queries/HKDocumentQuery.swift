#if !canImport(HealthKit)
  public import Foundation
  import HealthRecordStore

  /// Finds the documents that the app may read; asks the user about each that is new.
  public final class HKDocumentQuery: HKQuery, @unchecked Sendable {
    /// The largest number of documents.
    public let limit: Int
    /// The order of the documents.
    public let sortDescriptors: [NSSortDescriptor]?
    /// Whether the documents have their XML.
    public let includeDocumentData: Bool
    private let handler: @Sendable (HKDocumentQuery, [HKDocumentSample]?, Bool, (any Error)?) -> Void

    /// Makes a query. As with HealthKit, the last call of the handler has no documents.
    @preconcurrency public init(
      documentType: HKDocumentType, predicate: NSPredicate?, limit: Int, sortDescriptors: [NSSortDescriptor]?,
      includeDocumentData: Bool,
      resultsHandler: @escaping @Sendable (HKDocumentQuery, [HKDocumentSample]?, Bool, (any Error)?) -> Void
    ) {
      self.limit = limit
      self.sortDescriptors = sortDescriptors
      self.includeDocumentData = includeDocumentData
      handler = resultsHandler
      super.init([HKQueryDescriptor(sampleType: documentType, predicate: predicate)])
    }

    override func run(on device: SimulatedDevice) async {
      let found = await answer(on: device, { self.handler(self, $0, $0 == nil, $1) }) {
        try await documents(on: device)
      }
      if found != nil { await call(on: device) { self.handler(self, [], true, nil) } }
    }

    private func documents(on device: SimulatedDevice) async throws -> [HKDocumentSample] {
      let (filter, orders, limit) = (SampleFilter(predicate), SampleOrders(sortDescriptors), limit)
      let found = try await device.raising {
        try await device.store.documents { samples in
          let objects = samples.compactMap { device.object($0) }.filter(filter.matches)
          return orders.sorted(objects, limit: limit).compactMap(\.storedSample)
        }
      }
      return found.compactMap { device.object($0, includesData: includeDocumentData) as? HKDocumentSample }
    }
  }
#endif
