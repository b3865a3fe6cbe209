public import ClinicalRecords
import Foundation
public import HealthRecordStore
import Synchronization

#if canImport(HealthKit)
  public import HealthKit
#endif

/// HealthKit's clinical records, through the protocol to which the in-process store conforms as well.
///
/// ```swift
/// let store: any ClinicalRecordStore = HealthKitRecordStore(HKHealthStore())
/// ```
///
/// This type was compiled and run with this module's own names and never on a device. HealthKit's exceptions end
/// the app, where the in-process store throws `HealthError.Code.errorInvalidArgument`.
public struct HealthKitRecordStore: ClinicalRecordStore {
  let store: HKHealthStore
  /// The keys of the records that this process has seen, to identify deleted records.
  let seen = SeenRecords()

  /// Makes a store that reads from HealthKit's.
  public init(_ store: HKHealthStore) { self.store = store }

  /// Whether the device has health data.
  public var isHealthDataAvailable: Bool { HKHealthStore.isHealthDataAvailable() }

  /// Whether the device can have clinical records.
  public func supportsHealthRecords() async throws -> Bool { store.supportsHealthRecords() }

  /// Asks for permission to write and to read types.
  public func requestAuthorization(toShare share: Set<ObjectType>, read: Set<ObjectType>) async throws {
    try await translatingErrors {
      try await store.requestAuthorization(toShare: healthKitTypes(share), read: healthKitTypes(read))
    }
  }

  /// Whether a request for these types would show its sheet.
  public func statusForAuthorizationRequest(toShare share: Set<ObjectType>, read: Set<ObjectType>) async throws
    -> AuthorizationRequestStatus
  {
    try await translatingErrors {
      AuthorizationRequestStatus(
        try await store.statusForAuthorizationRequest(toShare: healthKitTypes(share), read: healthKitTypes(read)))
    }
  }

  /// Whether the app may write a type.
  public func authorizationStatus(for type: ObjectType) async throws -> AuthorizationStatus {
    AuthorizationStatus(store.authorizationStatus(for: try healthKitType(type)))
  }

  /// The clinical records of one type. HealthKit cannot sort by identifier, so this function does after the query.
  public func clinicalRecords(
    ofType type: ClinicalTypeIdentifier, matching predicate: QueryPredicate?,
    sortedBy sortDescriptors: [QuerySortDescriptor], limit: Int
  ) async throws -> [ClinicalRecord] {
    let sortsHere = sortDescriptors.contains { $0.key == .identifier }
    let query = HKSampleQueryDescriptor(
      predicates: [try await samplePredicate(ofType: type, matching: predicate)],
      sortDescriptors: sortsHere
        ? [] : sortDescriptors.map { SortDescriptor($0.key == .endDate ? \.endDate : \.startDate, order: $0.order) },
      limit: sortsHere || limit <= 0 ? nil : limit)
    let records = try await translatingErrors { seen.records(try await query.result(for: store)) }
    guard sortsHere else { return records }
    let sorted = sortDescriptors.sorted(records)
    return limit > 0 ? Array(sorted.prefix(limit)) : sorted
  }

  func samplePredicate(
    ofType type: ClinicalTypeIdentifier, matching predicate: QueryPredicate?
  ) async throws -> HKSamplePredicate<HKClinicalRecord> {
    guard let clinicalType = type.healthKitType else { throw unknown(type.rawValue) }
    let sources = try await sources(named: predicate?.condition.sourceNames ?? [], of: clinicalType)
    return .clinicalRecord(type: clinicalType, predicate: predicate?.condition.healthKitPredicate { sources[$0] ?? [] })
  }

  private func unknown(_ type: String) -> HealthError {
    HealthError(.errorInvalidArgument, "This system does not know the type \(type)")
  }

  private func healthKitType(_ type: ObjectType) throws(HealthError) -> HKSampleType {
    guard let known = type.healthKitType else { throw unknown(type.identifier) }
    return known
  }

  private func healthKitTypes(_ types: Set<ObjectType>) throws(HealthError) -> Set<HKSampleType> {
    Set(try types.map(healthKitType))
  }

  func translatingErrors<Result>(_ body: () async throws -> Result) async throws -> Result {
    do { return try await body() } catch { throw HealthError(error) }
  }

  private func sources(named names: Set<String>, of type: HKSampleType) async throws -> [String: [HKSource]] {
    guard !names.isEmpty else { return [:] }
    return try await withCheckedThrowingContinuation { continuation in
      let query = HKSourceQuery(sampleType: type, samplePredicate: nil) { _, sources, error in
        continuation.resume(
          with: sources.map { .success(Dictionary(grouping: $0.filter { names.contains($0.name) }, by: \.name)) }
            ?? .failure(error.map { HealthError($0) } ?? HealthError(.unknownError)))
      }
      store.execute(query)
    }
  }

  /// The changes in one type since an anchor.
  public func clinicalRecordChanges(
    ofType type: ClinicalTypeIdentifier, matching predicate: QueryPredicate?, since anchor: QueryAnchor?, limit: Int
  ) async throws -> AnchoredResults {
    try await changes(ofType: type, matching: predicate, since: anchor, limit: limit, waits: false)
  }

  /// The changes of one type as they arrive.
  public func clinicalRecordUpdates(
    ofType type: ClinicalTypeIdentifier, matching predicate: QueryPredicate?, since anchor: QueryAnchor?
  ) -> RecordUpdates {
    RecordUpdates(since: anchor) { anchor, isFirst in
      try await changes(ofType: type, matching: predicate, since: anchor, limit: 0, waits: !isFirst)
    }
  }

  /// One result of an anchored query; if it waits, the first that is not empty.
  private func changes(
    ofType type: ClinicalTypeIdentifier, matching predicate: QueryPredicate?, since anchor: QueryAnchor?, limit: Int,
    waits: Bool
  ) async throws -> AnchoredResults {
    let query = HKAnchoredObjectQueryDescriptor(
      predicates: [try await samplePredicate(ofType: type, matching: predicate)], anchor: try anchor?.healthKitAnchor(),
      limit: limit > 0 ? limit : nil)
    let found = try await translatingErrors { () -> AnchoredResults? in
      guard waits else { return try results(try await query.result(for: store)) }
      for try await result in query.results(for: store) {
        let changes = try results(result)
        if !changes.isEmpty { return changes }
      }
      return nil
    }
    // The sequence ends when the task is cancelled.
    guard let found else { throw CancellationError() }
    return found
  }

  private func results(_ result: HKAnchoredObjectQueryDescriptor<HKClinicalRecord>.Result) throws -> AnchoredResults {
    let gone = result.deletedObjects.map { DeletedRecord(key: seen.key(of: $0.uuid), uuid: $0.uuid) }
    let added = seen.records(result.addedSamples)
    // HealthKit reports an update as a deletion and an addition; this store reports only the addition.
    let keys = Set(added.compactMap(\.key))
    return AnchoredResults(
      added: added, deleted: gone.filter { $0.key.map { !keys.contains($0) } ?? true },
      anchor: try QueryAnchor(result.newAnchor))
  }
}

/// The keys of the records that HealthKit has returned, by UUID: for a deleted record it gives only the UUID.
final class SeenRecords: Sendable {
  private let keys = Mutex<[UUID: RecordKey]>([:])

  /// The records of samples, without those without readable JSON.
  func records(_ samples: [HKClinicalRecord]) -> [ClinicalRecord] {
    samples.compactMap { sample in
      guard let record = ClinicalRecord(sample) else { return nil }
      if let key = record.key { keys.withLock { $0[sample.uuid] = key } }
      return record
    }
  }

  func key(of uuid: UUID) -> RecordKey? { keys.withLock { $0[uuid] } }
}
