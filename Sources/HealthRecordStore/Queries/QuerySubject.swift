package import ClinicalRecords
package import Foundation
import FHIRSupport

/// The view of a record, a deleted record or a sample for predicates and sort descriptors.
protocol QuerySubject {
  var resourceType: FHIRResourceType? { get }
  var source: String? { get }
  var startDate: Date? { get }
  var endDate: Date? { get }
  /// The sort key, unique within a type and a source.
  var identifier: String { get }
}

extension QueryPredicate.Condition {
  func matches(_ subject: some QuerySubject) -> Bool {
    switch self {
    case .resourceType(let type): subject.resourceType == type
    case .key(let key):
      subject.resourceType == key.resourceType && subject.source?.byBytes == key.source?.byBytes
        && subject.identifier.byBytes == key.identifier.byBytes
    case .source(let source): subject.source?.byBytes == source?.byBytes
    case .dates(let start, let end, let options):
      if let first = subject.startDate, let last = subject.endDate {
        QueryPredicate.Condition.interval(start, end, options, holds: first, last)
      } else {
        false
      }
    case .all(let conditions): conditions.allSatisfy { $0.matches(subject) }
    case .any(let conditions): conditions.contains { $0.matches(subject) }
    case .not(let condition): !condition.matches(subject)
    }
  }

  private static func interval(
    _ start: Date?, _ end: Date?, _ options: QueryPredicate.DateOptions, holds first: Date, _ last: Date
  ) -> Bool {
    if let start, (options.contains(.strictStartDate) ? first : last) < start { return false }
    if let end, (options.contains(.strictEndDate) ? last : first) >= end { return false }
    return true
  }
}

extension QueryPredicate {
  /// Whether a record outside a store matches the predicate.
  package func matches(_ record: ClinicalRecord) -> Bool { condition.matches(RecordSubject(record: record)) }

  /// Whether a sample matches the predicate.
  package func matches(_ sample: Sample) -> Bool { condition.matches(Sample.Subject(sample: sample)) }
}

/// A record of a table as a subject, also when it is deleted.
struct RowSubject: QuerySubject {
  /// The store's change that added the record.
  let sequence: UInt64
  let key: RecordKey
  let received: Date?

  var resourceType: FHIRResourceType? { key.resourceType }
  var source: String? { key.source }
  var startDate: Date? { received }
  var endDate: Date? { received }
  var identifier: String { key.identifier }
}

/// A record outside a table as a subject.
struct RecordSubject: QuerySubject {
  let record: ClinicalRecord

  var resourceType: FHIRResourceType? { record.resourceType }
  var source: String? { record.source }
  var startDate: Date? { record.receivedDate?.date }
  var endDate: Date? { startDate }
  var identifier: String { record.identifier ?? "" }
}

extension ReceivedDate {
  /// The time; `nil` if the text has no form that is read.
  package var date: Date? { secondsSince1970.map { Date(timeIntervalSince1970: Double($0)) } }
}
