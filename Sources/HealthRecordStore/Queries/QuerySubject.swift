package import ClinicalRecords
package import Foundation
import FHIRSupport

/// The view of a record, a deleted record or a sample for predicates and sort descriptors.
struct QuerySubject {
  let resourceType: FHIRResourceType?
  let source: String?
  let startDate, endDate: Date?
  /// The sort key, unique within a type and a source.
  let identifier: String

  init(_ key: RecordKey, received: Date?) {
    (resourceType, source, identifier) = (key.resourceType, key.source, key.identifier)
    (startDate, endDate) = (received, received)
  }

  init(_ record: ClinicalRecord) {
    (resourceType, source, identifier) = (record.resourceType, record.source, record.identifier ?? "")
    startDate = record.receivedDate?.date
    endDate = startDate
  }

  init(_ sample: Sample) {
    (resourceType, source, identifier) = (nil, sample.source, sample.uuid.uuidString)
    (startDate, endDate) = (sample.startDate, sample.endDate)
  }
}

extension QueryPredicate.Condition {
  func matches(_ subject: QuerySubject) -> Bool {
    switch self {
    case .resourceType(let type): subject.resourceType == type
    case .key(let key):
      subject.resourceType == key.resourceType && subject.source?.byBytes == key.source?.byBytes
        && subject.identifier.byBytes == key.identifier.byBytes
    case .source(let source): subject.source?.byBytes == source?.byBytes
    case .dates(let start, let end, let options):
      if let first = subject.startDate, let last = subject.endDate {
        (start.map { (options.contains(.strictStartDate) ? first : last) >= $0 } ?? true)
          && (end.map { (options.contains(.strictEndDate) ? last : first) < $0 } ?? true)
      } else {
        false
      }
    case .all(let conditions): conditions.allSatisfy { $0.matches(subject) }
    case .any(let conditions): conditions.contains { $0.matches(subject) }
    case .not(let condition): !condition.matches(subject)
    }
  }
}

extension QueryPredicate {
  package func matches(_ record: ClinicalRecord) -> Bool { condition.matches(QuerySubject(record)) }
  package func matches(_ sample: Sample) -> Bool { condition.matches(QuerySubject(sample)) }
}

extension ReceivedDate { package var date: Date? { secondsSince1970.map { Date(timeIntervalSince1970: Double($0)) } } }
