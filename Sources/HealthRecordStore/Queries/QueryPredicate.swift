public import ClinicalRecords
public import Foundation

/// A condition of a query.
///
/// ```swift
/// let orders = QueryPredicate.clinicalRecords(withFHIRResourceType: .medicationOrder)
/// let old = QueryPredicate.samples(withStart: nil, end: yesterday)
/// let query = orders && !old
/// ```
///
/// The name is not `Predicate`, because Foundation declares another type with that name.
public struct QueryPredicate: Hashable, Sendable {
  package indirect enum Condition: Hashable, Sendable {
    case resourceType(FHIRResourceType)
    case key(RecordKey)
    case source(String?)
    case dates(start: Date?, end: Date?, DateOptions)
    case all([Condition])
    case any([Condition])
    case not(Condition)

    /// The keys of the only records that can match, so that a query need not test all; `nil` if they are not known.
    var keys: [RecordKey]? {
      switch self {
      case .key(let key): [key]
      case .resourceType, .source, .dates, .not: nil
      case .all(let conditions): conditions.compactMap(\.keys).min { $0.count < $1.count }
      case .any(let conditions):
        conditions.reduce([]) { known, condition in known.flatMap { known in condition.keys.map { known + $0 } } }
      }
    }
  }

  package let condition: Condition

  /// How the dates of a sample must relate to an interval.
  public struct DateOptions: OptionSet, Hashable, Sendable {
    /// The options as bits, with HealthKit's values.
    public let rawValue: UInt

    /// Makes options from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The sample must begin in the interval, not only end in it.
    public static let strictStartDate = DateOptions(rawValue: 1)
    /// The sample must end in the interval, not only begin in it.
    public static let strictEndDate = DateOptions(rawValue: 2)
  }

  /// Clinical records of a FHIR resource type.
  public static func clinicalRecords(withFHIRResourceType type: FHIRResourceType) -> QueryPredicate {
    QueryPredicate(condition: .resourceType(type))
  }

  /// The clinical record with this source, resource type and identifier; found in constant time.
  ///
  /// - Parameters:
  ///   - source: the institution; `nil` for records without a source.
  ///   - fhirResourceType: the type of the record's resource.
  ///   - identifier: the resource's `id`.
  public static func clinicalRecords(
    from source: String?, fhirResourceType: FHIRResourceType, identifier: String
  ) -> QueryPredicate {
    QueryPredicate(condition: .key(RecordKey(source: source, resourceType: fhirResourceType, identifier: identifier)))
  }

  /// The objects of one source.
  public static func objects(from source: String?) -> QueryPredicate { QueryPredicate(condition: .source(source)) }

  /// The samples in an interval that includes its start and excludes its end.
  ///
  /// Both dates of a clinical record are its date of receipt. A record without that date is in no interval.
  public static func samples(withStart start: Date?, end: Date?, options: DateOptions = []) -> QueryPredicate {
    QueryPredicate(condition: .dates(start: start, end: end, options))
  }

  /// Both conditions.
  public static func && (first: QueryPredicate, second: QueryPredicate) -> QueryPredicate { .all([first, second]) }

  /// At least one of two conditions.
  public static func || (first: QueryPredicate, second: QueryPredicate) -> QueryPredicate { .any([first, second]) }

  /// The opposite of a condition.
  public static prefix func ! (predicate: QueryPredicate) -> QueryPredicate {
    QueryPredicate(condition: .not(predicate.condition))
  }

  /// All of the conditions; without any, everything.
  public static func all(_ predicates: [QueryPredicate]) -> QueryPredicate {
    QueryPredicate(condition: .all(predicates.map(\.condition)))
  }

  /// At least one of the conditions; without any, nothing.
  public static func any(_ predicates: [QueryPredicate]) -> QueryPredicate {
    QueryPredicate(condition: .any(predicates.map(\.condition)))
  }
}
