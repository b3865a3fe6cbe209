import Foundation
import HealthRecordStore

#if canImport(HealthKit)
  import HealthKit
#endif

extension QueryPredicate {
  /// The names of the sources in the predicate; HealthKit needs the sources themselves.
  var sourceNames: Set<String> { Self.sourceNames(in: condition) }

  private static func sourceNames(in condition: Condition) -> Set<String> {
    switch condition {
    case .key(let key): key.source.map { [$0] } ?? []
    case .source(let name): name.map { [$0] } ?? []
    case .resourceType, .dates: []
    case .all(let conditions), .any(let conditions):
      conditions.reduce(into: []) { $0.formUnion(sourceNames(in: $1)) }
    case .not(let condition): sourceNames(in: condition)
    }
  }

  /// The same condition in HealthKit. A source that HealthKit does not have matches nothing; institutions with the same
  /// name are not distinguished.
  ///
  /// - Parameter sources: returns HealthKit's sources with a name.
  func healthKitPredicate(_ sources: (String) -> [HKSource]) -> NSPredicate {
    Self.predicate(condition) { name in name.map(sources) ?? [] }
  }

  private static func predicate(_ condition: Condition, _ sources: (String?) -> [HKSource]) -> NSPredicate {
    switch condition {
    case .resourceType(let type):
      HKQuery.predicateForClinicalRecords(withFHIRResourceType: type.healthKitType)
    case .key(let key):
      any(
        sources(key.source).map {
          HKQuery.predicateForClinicalRecords(
            from: $0, fhirResourceType: key.resourceType.healthKitType, identifier: key.identifier)
        })
    case .source(let name):
      any(sources(name).map { HKQuery.predicateForObjects(from: $0) })
    case .dates(let start, let end, let options):
      HKQuery.predicateForSamples(withStart: start, end: end, options: HKQueryOptions(rawValue: options.rawValue))
    case .all(let conditions):
      NSCompoundPredicate(andPredicateWithSubpredicates: conditions.map { predicate($0, sources) })
    case .any(let conditions):
      any(conditions.map { predicate($0, sources) })
    case .not(let condition):
      NSCompoundPredicate(notPredicateWithSubpredicate: predicate(condition, sources))
    }
  }

  private static func any(_ predicates: [NSPredicate]) -> NSPredicate {
    predicates.isEmpty ? NSPredicate(value: false) : NSCompoundPredicate(orPredicateWithSubpredicates: predicates)
  }
}
