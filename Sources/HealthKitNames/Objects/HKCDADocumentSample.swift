#if !canImport(HealthKit)
  public import Foundation
  import HealthRecordStore

  /// A health document.
  public class HKDocumentSample: HKSample, @unchecked Sendable {
    /// The type of the document.
    public var documentType: HKDocumentType { HKDocumentType(.CDA) }
  }

  /// A document of the Clinical Document Architecture (CDA).
  public final class HKCDADocumentSample: HKDocumentSample, @unchecked Sendable {
    /// The document; `nil` if the sample comes from another query than an ``HKDocumentQuery``.
    public let document: HKCDADocument?

    init(
      _ sample: Sample, _ document: StoredDocument?, includesData: Bool = true, source: HKSource,
      metadata: [String: Any]?
    ) {
      self.document = document.map { HKCDADocument($0, includesData: includesData) }
      super.init(sample, type: HKDocumentType(.CDA), source: source, metadata: metadata)
    }

    /// Makes a sample of a document; saving it adds it to the store. The dates are for one that states no effective time.
    ///
    /// - Throws: ``HKError/errorInvalidArgument`` for a start after the end, and for what is not a well-formed document;
    ///   `HKDetailedCDAValidationErrorKey` gives the reason. Unlike HealthKit, it is not validated.
    public convenience init(
      data documentData: Data, start startDate: Date, end endDate: Date, metadata: [String: Any]?
    ) throws {
      do throws(HealthError) {
        if startDate > endDate { throw HealthError(.errorInvalidArgument, "expected a start before the end") }
        let document = try StoredDocument([UInt8](documentData))
        self.init(.document(document, start: startDate, end: endDate), document, source: .default(), metadata: metadata)
      } catch { throw HKError(.errorInvalidArgument, userInfo: [HKDetailedCDAValidationErrorKey: error.message]) }
    }
  }

  /// The content of a document.
  public final class HKCDADocument: NSObject, Sendable {
    /// The XML; `nil` if the query excludes it.
    public let documentData: Data?
    /// The title.
    public let title: String
    /// The name of the patient.
    public let patientName: String
    /// The name of the author.
    public let authorName: String
    /// The name of the organisation that keeps the document.
    public let custodianName: String

    init(_ document: StoredDocument, includesData: Bool) {
      documentData = includesData ? Data(document.data) : nil
      (title, patientName) = (document.title, document.patientName)
      (authorName, custodianName) = (document.authorName, document.custodianName)
    }
  }

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
      (self.limit, self.sortDescriptors) = (limit, sortDescriptors)
      (self.includeDocumentData, handler) = (includeDocumentData, resultsHandler)
      super.init([HKQueryDescriptor(sampleType: documentType, predicate: predicate)])
    }

    override func run(on device: SimulatedDevice) async {
      let (filter, orders, limit) = (SampleFilter(predicate), SampleOrders(sortDescriptors), limit)
      let found = await answer(on: device, { self.handler(self, $0, $0 == nil, $1) }) {
        try await device.raising {
          try await device.store.documents { samples in
            let objects = samples.compactMap { device.object($0) }.filter(filter.matches)
            return orders.sorted(objects, limit: limit).compactMap {
              if case .sample(let sample) = $0.content { sample } else { nil }
            }
          }
        }.compactMap { device.object($0, includesData: includeDocumentData) as? HKDocumentSample }
      }
      if found != nil { await call(on: device) { self.handler(self, [], true, nil) } }
    }
  }
#endif
