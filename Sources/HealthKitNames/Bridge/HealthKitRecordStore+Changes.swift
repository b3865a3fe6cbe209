public import ClinicalRecords
import Foundation
public import HealthRecordStore
import Synchronization

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
    let sampleType = try healthKitType(.clinicalType(type))
    let sources = try await sources(named: predicate?.sourceNames ?? [], of: sampleType)
    let start = try anchor?.healthKitAnchor()
    let pending = PendingAnswer()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        pending.wait(continuation)
        let handler: Handler = { query, samples, deleted, newAnchor, error in
          let answer = Result { try results(samples, deleted, newAnchor, error) }
          if waits, (try? answer.get())?.isEmpty == true { return }
          if pending.answer(answer) { store.stop(query) }
        }
        let query = HKAnchoredObjectQuery(
          type: sampleType, predicate: predicate?.healthKitPredicate { sources[$0] ?? [] }, anchor: start,
          limit: limit > 0 ? limit : HKObjectQueryNoLimit, resultsHandler: handler)
        if waits { query.updateHandler = handler }
        pending.stopWhenCancelled { store.stop(query) }
        store.execute(query)
      }
    } onCancel: {
      pending.cancel()
    }
  }

  private typealias Handler =
    @Sendable (HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?) -> Void

  private func results(
    _ samples: [HKSample]?, _ deleted: [HKDeletedObject]?, _ anchor: HKQueryAnchor?, _ error: (any Error)?
  ) throws -> AnchoredResults {
    guard let samples, let anchor else { throw HealthError(optional: error) }
    let gone = (deleted ?? []).map { DeletedRecord(key: seen.key(of: $0.uuid), uuid: $0.uuid) }
    let added = seen.records(samples)
    // HealthKit reports an update as a deletion and an addition; this store reports only the addition.
    let keys = Set(added.compactMap(\.key))
    return AnchoredResults(
      added: added, deleted: gone.filter { $0.key.map { !keys.contains($0) } ?? true },
      anchor: try QueryAnchor(anchor))
  }
}

/// A result that is set once: by HealthKit, or by the task's cancellation.
private final class PendingAnswer: Sendable {
  private struct State {
    var continuation: CheckedContinuation<AnchoredResults, any Error>?
    var stop: (@Sendable () -> Void)?
    var isCancelled = false
  }

  private let state = Mutex(State())

  func wait(_ continuation: CheckedContinuation<AnchoredResults, any Error>) {
    let isCancelled = state.withLock { state in
      if !state.isCancelled { state.continuation = continuation }
      return state.isCancelled
    }
    if isCancelled { continuation.resume(throwing: CancellationError()) }
  }

  func stopWhenCancelled(_ stop: @escaping @Sendable () -> Void) { state.withLock { $0.stop = stop } }

  /// - Returns: whether this was the first result.
  func answer(_ result: Result<AnchoredResults, any Error>) -> Bool {
    let continuation = state.withLock { state in
      defer { (state.continuation, state.stop) = (nil, nil) }
      return state.continuation
    }
    continuation?.resume(with: result)
    return continuation != nil
  }

  func cancel() {
    let stop = state.withLock { state in
      state.isCancelled = true
      return state.stop
    }
    if answer(.failure(CancellationError())) { stop?() }
  }
}
