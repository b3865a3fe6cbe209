import ClinicalSources
import FHIRFindings
import FHIRTape
public import Foundation

/// A document of the Clinical Document Architecture, with what its header says; absent texts are empty.
public struct StoredDocument: Hashable, Sendable {
  /// The title.
  public let title: String
  /// The name of the patient.
  public let patientName: String
  /// The name of the author: a person, or a program.
  public let authorName: String
  /// The name of the organisation that keeps the document.
  public let custodianName: String
  /// The XML.
  public let data: [UInt8]
  let date: Date?

  /// Reads a document.
  ///
  /// - Throws: ``HealthError/Code/errorInvalidArgument`` for what is no well-formed document, or more than 64 MiB.
  public init(_ data: [UInt8]) throws(HealthError) {
    let document = data.withUnsafeBytes { bytes in
      guard ContentKind(bytes) == .cda else { return ClinicalDocument?.none }
      var source = MemorySource(bytes)
      // Reading from memory does not fail.
      return try? ClinicalDocument(from: &source)
    }
    guard let document, document.fault == nil, !document.isCut else {
      throw HealthError(
        .errorInvalidArgument, document?.fault?.finding.message ?? "expected a CDA document, found something else")
    }
    (title, patientName) = (document.title ?? "", document.patientName ?? "")
    (authorName, custodianName) = (document.authorName ?? "", document.custodianName ?? "")
    date = document.effectiveTime.flatMap { Date(earliest: $0) }
    self.data = data
  }
}

extension Sample {
  /// Makes a sample of a document; the dates are for one that does not state when it was made.
  public static func document(_ document: StoredDocument, start: Date, end: Date? = nil) -> Sample {
    Sample(.documentType(), .document(document), document.date ?? start, document.date ?? end)
  }

  /// The sample as queries show it that are not those of documents.
  var withoutDocument: Sample {
    guard case .document = value else { return self }
    var sample = self
    sample.value = .document(nil)
    return sample
  }
}
