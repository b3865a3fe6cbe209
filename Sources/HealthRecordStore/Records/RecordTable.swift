public import ClinicalRecords
import FHIRSupport
import Foundation

/// All clinical records, by the number of the store's change that added them. A new record, or one that replaces the
/// record with the same key, gets the next number of the sequence. So the lists of numbers are sorted, and the changes
/// since a number are the end of a list.
struct RecordTable: Sendable {
  /// A record as it is kept: the value for the app is made when a query finds it.
  struct Row: Sendable {
    /// The store's change that added it.
    let sequence: UInt64
    let key: RecordKey
    let type: ClinicalTypeIdentifier
    let json: [UInt8]
    let origin: RecordOrigin

    var record: ClinicalRecord? { ClinicalRecord(json: json, origin: origin) }
    var subject: QuerySubject { QuerySubject(key, received: origin.receivedDate?.date) }
  }

  /// A record that is no longer there, or no longer of its type.
  struct Deletion: Sendable {
    /// The store's changes that deleted it, and that had added it.
    let (sequence, added): (UInt64, UInt64)
    let key: RecordKey
    let subject: QuerySubject
  }

  private var rows: [UInt64: Row] = [:]
  private var numbers: [RecordKey: UInt64] = [:]
  /// The numbers of each type's rows. Those of rows that are gone stay until they outnumber the others.
  private(set) var lists: [ClinicalTypeIdentifier: (numbers: [UInt64], gone: Int)] = [:]
  private var deletions: [ClinicalTypeIdentifier: [Deletion]] = [:]
  private(set) var sequence: UInt64 = 0

  var count: Int { rows.count }

  subscript(key: RecordKey) -> Row? { numbers[key].flatMap { rows[$0] } }

  // MARK: - Changing

  mutating func put(
    _ json: [UInt8], _ key: RecordKey, type: ClinicalTypeIdentifier, origin: RecordOrigin
  ) -> HealthStore.Insertion {
    let old = self[key]
    if let old, old.type == type, old.json == json { return .unchanged }
    if let old { remove(old, leavesType: old.type != type) }
    sequence += 1
    rows[sequence] = Row(sequence: sequence, key: key, type: type, json: json, origin: origin)
    numbers[key] = sequence
    lists[type, default: ([], 0)].numbers.append(sequence)
    return old == nil ? .added : .replaced
  }

  mutating func remove(_ key: RecordKey) -> ClinicalTypeIdentifier? {
    guard let row = self[key] else { return nil }
    remove(row, leavesType: true)
    return row.type
  }

  private mutating func remove(_ row: Row, leavesType: Bool) {
    if leavesType {
      sequence += 1
      deletions[row.type, default: []].append(
        Deletion(sequence: sequence, added: row.sequence, key: row.key, subject: row.subject))
    }
    rows[row.sequence] = nil
    numbers[row.key] = nil
    var list = lists.removeValue(forKey: row.type) ?? ([], 0)
    list.gone += 1
    if list.gone > list.numbers.count / 2 { list = (list.numbers.filter { rows[$0] != nil }, 0) }
    lists[row.type] = list
  }

  // MARK: - Reading

  /// The rows of a type that match a condition, at most `limit`, in the order of the sequence, between two changes.
  func rows(
    of type: ClinicalTypeIdentifier, matching predicate: QueryPredicate?, after sequence: UInt64 = 0,
    upTo last: UInt64, limit: Int
  ) -> [Row] {
    let keys = predicate?.condition.keys
    let list = keys.map { Set($0.compactMap { numbers[$0] }).sorted() } ?? lists[type]?.numbers ?? []
    var found: [Row] = []
    for number in list[list.bisect { $0 > sequence }...] {
      if number > last || found.count == limit { break }
      guard let row = rows[number], row.type == type else { continue }
      if predicate?.condition.matches(row.subject) ?? true { found.append(row) }
    }
    return found
  }

  func deletions(of type: ClinicalTypeIdentifier, after sequence: UInt64) -> ArraySlice<Deletion> {
    let list = deletions[type] ?? []
    return list[list.bisect { $0.sequence > sequence }...]
  }
}

/// The identity of a clinical record: identifier, FHIR resource type and source together.
///
/// Two institutions may use the same identifier for different records; one institution uses it once for each type.
public struct RecordKey: Hashable, Sendable {
  /// The institution; `nil` if unknown.
  public let source: String?
  /// The resource type.
  public let resourceType: FHIRResourceType
  /// The `id` of the resource.
  public let identifier: String

  /// Makes a key.
  public init(source: String?, resourceType: FHIRResourceType, identifier: String) {
    (self.source, self.resourceType, self.identifier) = (source, resourceType, identifier)
  }

  /// Whether both have the same bytes.
  public static func == (a: RecordKey, b: RecordKey) -> Bool {
    a.resourceType == b.resourceType && a.identifier.byBytes == b.identifier.byBytes
      && a.source?.byBytes == b.source?.byBytes
  }

  /// Hashes the same bytes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(resourceType)
    hasher.combine(identifier.byBytes)
    hasher.combine(source?.byBytes)
  }
}

extension ClinicalRecord {
  /// The key of the record; `nil` if it has no identifier, or a resource type without clinical records.
  public var key: RecordKey? {
    guard let identifier, let resourceType else { return nil }
    return RecordKey(source: source, resourceType: resourceType, identifier: identifier)
  }
}
