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
      super.init(
        .sample(sample), type: HKDocumentType(.CDA), uuid: sample.uuid, start: sample.startDate,
        end: sample.endDate, source: source, metadata: metadata)
    }

    /// Makes a sample of a document; saving it adds it to the store.
    ///
    /// - Throws: ``HKError/errorInvalidArgument`` for what is not a well-formed document; `HKDetailedCDAValidationErrorKey`
    ///   gives the reason. Unlike HealthKit, it is not validated.
    public convenience init(
      data documentData: Data, startDate: Date, endDate: Date, metadata: [String: Any]?
    ) throws {
      do throws(HealthError) {
        let document = try StoredDocument([UInt8](documentData))
        self.init(
          .document(document, start: startDate, end: endDate), document, source: .default(), metadata: metadata)
      } catch {
        throw HKError(.errorInvalidArgument, userInfo: [HKDetailedCDAValidationErrorKey: error.message])
      }
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
      title = document.title
      patientName = document.patientName
      authorName = document.authorName
      custodianName = document.custodianName
    }
  }
#endif
