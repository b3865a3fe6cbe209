import ClinicalRecords

/// Narrows down the records that a predicate can match, so that a query need not test all of them.
///
/// A plan may include too many records, never too few; the query still tests the predicate.
struct QueryPlan: Hashable, Sendable {
  /// The only records that can match; `nil` if the predicate does not determine keys.
  private(set) var keys: [RecordKey]?
  /// The only resource types that can match.
  private(set) var resourceTypes: Set<FHIRResourceType>

  init(_ predicate: QueryPredicate?) {
    self = predicate.map { QueryPlan($0.condition) } ?? .everything
  }

  private static let everything = QueryPlan(keys: nil, resourceTypes: Set(FHIRResourceType.allCases))

  private init(keys: [RecordKey]?, resourceTypes: Set<FHIRResourceType>) {
    self.keys = keys
    self.resourceTypes = resourceTypes
  }

  private init(_ condition: QueryPredicate.Condition) {
    switch condition {
    case .resourceType(let type):
      self.init(keys: nil, resourceTypes: [type])
    case .key(let key):
      self.init(keys: [key], resourceTypes: [key.resourceType])
    case .source, .dates, .not:
      self = .everything
    case .all(let conditions):
      self = .everything
      for plan in conditions.map(QueryPlan.init) {
        resourceTypes.formIntersection(plan.resourceTypes)
        if let fewer = plan.keys, fewer.count < keys?.count ?? .max { keys = fewer }
      }
    case .any(let conditions):
      self.init(keys: [], resourceTypes: [])
      for plan in conditions.map(QueryPlan.init) {
        resourceTypes.formUnion(plan.resourceTypes)
        keys = keys.flatMap { known in plan.keys.map { known + $0 } }
      }
    }
  }
}
