#if !canImport(HealthKit)
  import Foundation
  import HealthRecordStore

  final class StorePredicate: NSPredicate {
    let condition: QueryPredicate

    init(_ condition: QueryPredicate) {
      self.condition = condition
      super.init { object, _ in
        switch (object as? HKObject)?.content {
        case .record(let record)?: condition.matches(record)
        case .sample(let sample)?: condition.matches(sample)
        case nil: false
        }
      }
    }

    required init?(coder: NSCoder) { return nil }
  }

  /// A query's predicate: the part that the store can evaluate, and the whole.
  struct SampleFilter: @unchecked Sendable {
    // Predicates are immutable; the app must ensure that their closures are safe.
    private let predicate: NSPredicate?
    /// The part that the store can evaluate; `nil` for no restriction.
    let condition: QueryPredicate?
    /// Whether that part is the whole condition.
    let isComplete: Bool

    init(_ predicate: NSPredicate?) {
      self.predicate = predicate
      (condition, isComplete) = predicate.map(SampleFilter.condition) ?? (nil, true)
    }

    func matches(_ object: HKObject) -> Bool { predicate?.evaluate(with: object) ?? true }

    /// A condition that includes everything the predicate matches, and whether it is equivalent.
    private static func condition(of predicate: NSPredicate) -> (QueryPredicate?, Bool) {
      if let predicate = predicate as? StorePredicate { return (predicate.condition, true) }
      guard let compound = predicate as? NSCompoundPredicate else { return (nil, false) }
      let parts = compound.subpredicates.map(condition)
      let known = parts.compactMap(\.0)
      let isComplete = known.count == parts.count && parts.allSatisfy(\.1)
      switch compound.compoundPredicateType {
      case .and: return (known.isEmpty ? nil : .all(known), isComplete)
      // If the store cannot evaluate one alternative, it cannot restrict the result at all.
      case .or: return isComplete ? (.any(known), true) : (nil, false)
      case .not: return isComplete ? (known.first.map { !$0 }, true) : (nil, false)
      @unknown default: return (nil, false)
      }
    }
  }

  struct QueryPart: Sendable {
    let type: ObjectType
    let filter: SampleFilter

    /// The types of a query; two descriptors of one type are alternatives.
    static func parts(of descriptors: [HKQueryDescriptor]) -> [QueryPart] {
      var types: [ObjectType] = []
      var predicates: [ObjectType: NSPredicate?] = [:]
      for descriptor in descriptors {
        let type = descriptor.sampleType.type
        if let first = predicates[type] {
          let both = [first, descriptor.predicate].compactMap { $0 }
          predicates[type] = .some(both.count == 2 ? NSCompoundPredicate(orPredicateWithSubpredicates: both) : nil)
        } else {
          types.append(type)
          predicates[type] = .some(descriptor.predicate)
        }
      }
      return types.map { QueryPart(type: $0, filter: SampleFilter(predicates[$0] ?? nil)) }
    }
  }
#endif
