package import ClinicalRecords
import FHIRSupport
public import Foundation

/// An order for the results of a query.
///
/// Without a descriptor, results are in the order of arrival in the store; HealthKit promises no order. Equal results
/// also keep that order. The name is not `SortDescriptor`, because Foundation declares another type with that name.
public struct QuerySortDescriptor: Hashable, Sendable {
  /// The key to sort by.
  public let key: Key
  /// The direction.
  public let order: SortOrder

  /// Makes a descriptor.
  public init(_ key: Key, order: SortOrder = .forward) { (self.key, self.order) = (key, order) }

  /// The keys to sort by.
  public enum Key: Hashable, Sendable {
    /// The start of the sample; for a clinical record, its receipt. Records without a date come last.
    case startDate
    /// The end of the sample; for a clinical record, its receipt. Records without a date come last.
    case endDate
    /// The identifier of a clinical record, or of the sample.
    case identifier
  }

  /// Whether one subject precedes another; `nil` if their keys are equal.
  func precedes(_ first: QuerySubject, _ second: QuerySubject) -> Bool? {
    switch key {
    case .startDate: precedes(first.startDate, second.startDate)
    case .endDate: precedes(first.endDate, second.endDate)
    case .identifier: precedes(Optional(first.identifier.byBytes), second.identifier.byBytes)
    }
  }

  private func precedes<Value: Comparable>(_ first: Value?, _ second: Value?) -> Bool? {
    switch (first, second) {
    case (let first?, let second?) where first != second: (first < second) == (order == .forward)
    case (_?, nil): true
    case (nil, _?): false
    default: nil
    }
  }
}

extension [QuerySortDescriptor] {
  /// Sorts items by their subjects; items with equal keys keep their order.
  func sort<Item>(_ items: [Item], by subject: (Item) -> QuerySubject) -> [Item] {
    guard !isEmpty else { return items }
    return items.enumerated().map { ($0.offset, $0.element, subject($0.element)) }.sorted { first, second in
      lazy.compactMap { $0.precedes(first.2, second.2) }.first ?? (first.0 < second.0)
    }.map(\.1)
  }

  /// Sorts the records; for stores that cannot sort by every key themselves.
  package func sorted(_ records: [ClinicalRecord]) -> [ClinicalRecord] { sort(records, by: QuerySubject.init) }
}
