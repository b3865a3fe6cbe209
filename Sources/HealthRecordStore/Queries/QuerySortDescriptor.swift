package import ClinicalRecords
import FHIRText

/// By what the results of a query are sorted.
///
/// Without one, results come in the order in which the store got them; HealthKit promises no order. Equal results keep
/// that order too. The name is not `SortDescriptor`, because Foundation has another of that name.
public struct QuerySortDescriptor: Hashable, Sendable {
  /// What is compared.
  public let key: Key
  /// Which end comes first.
  public let order: Order

  /// Makes a descriptor.
  public init(_ key: Key, order: Order = .forward) {
    self.key = key
    self.order = order
  }

  /// What can be compared.
  public enum Key: Hashable, Sendable {
    /// When the sample begins; for a clinical record, when it was received. What has no date comes last.
    case startDate
    /// When the sample ends; for a clinical record, when it was received. What has no date comes last.
    case endDate
    /// The identifier of a clinical record, or of the sample.
    case identifier
  }

  /// Which end comes first.
  public enum Order: Hashable, Sendable {
    /// The smallest, or the earliest.
    case forward
    /// The largest, or the latest.
    case reverse
  }

  /// Whether one subject comes before another, `nil` when they are equal in this.
  func precedes(_ first: some QuerySubject, _ second: some QuerySubject) -> Bool? {
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
  /// The subjects in order; those that are equal in everything keep theirs.
  func sort<Subject: QuerySubject>(_ subjects: [Subject]) -> [Subject] {
    guard !isEmpty else { return subjects }
    return subjects.enumerated().sorted { first, second in
      for descriptor in self {
        if let precedes = descriptor.precedes(first.element, second.element) { return precedes }
      }
      return first.offset < second.offset
    }.map(\.element)
  }
}

extension [QuerySortDescriptor] {
  /// The records in order; for stores that cannot sort by everything themselves.
  package func sorted(_ records: [ClinicalRecord]) -> [ClinicalRecord] {
    sort(records.map(RecordSubject.init)).map(\.record)
  }
}
