public import ClinicalRecords
public import HealthRecordStore

#if canImport(HealthKit)
  import HealthKit
#endif

extension HealthKitRecordStore {
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
