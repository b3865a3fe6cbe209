// Stand-in: a store that answers the bridge's queries from a list of changes.
// What is declared is documented by HealthKit.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

public final class HKHealthStore: NSObject, @unchecked Sendable {
  enum Change {
    case added(HKSample)
    case deleted(HKSample)
  }

  private let lock = NSLock()
  private var changes: [Change] = []
  private var running: [HKAnchoredObjectQuery] = []
  private var requestError: HKError?
  private var requested: Set<HKObjectType> = []
  private var shared: Set<HKObjectType> = []

  public class func isHealthDataAvailable() -> Bool { true }
  public func supportsHealthRecords() -> Bool { true }

  public func requestAuthorization(toShare: Set<HKSampleType>, read: Set<HKObjectType>) async throws {
    try lock.withLock {
      if let requestError { throw requestError }
      requested.formUnion(read)
      shared.formUnion(toShare as Set<HKObjectType>)
    }
  }

  public func statusForAuthorizationRequest(toShare: Set<HKSampleType>, read: Set<HKObjectType>) async throws
    -> HKAuthorizationRequestStatus
  {
    lock.withLock {
      read.isSubset(of: requested) && shared.isSuperset(of: toShare as Set<HKObjectType>)
        ? .unnecessary : .shouldRequest
    }
  }

  public func authorizationStatus(for type: HKObjectType) -> HKAuthorizationStatus {
    lock.withLock { shared.contains(type) ? .sharingAuthorized : .notDetermined }
  }

  public func execute(_ query: HKQuery) {
    switch query {
    case let query as HKSampleQuery:
      guard isRequested(query.sampleType) else {
        return query.handler(query, nil, HKError(.errorAuthorizationNotDetermined))
      }
      let samples = query.sortDescriptors.reversed().reduce(present.filter(query.matches)) { samples, descriptor in
        samples.sorted { descriptor.compare($0, to: $1) == .orderedAscending }
      }
      query.handler(query, query.limit > 0 ? Array(samples.prefix(query.limit)) : samples, nil)
    case let query as HKSourceQuery:
      query.handler(query, Set(present.filter(query.matches).map(\.sourceRevision.source)), nil)
    case let query as HKAnchoredObjectQuery:
      guard isRequested(query.sampleType) else {
        return query.handler(query, nil, nil, nil, HKError(.errorAuthorizationNotDetermined))
      }
      if query.updateHandler != nil { lock.withLock { running.append(query) } }
      tell(query, query.handler)
    default: break
    }
  }

  public func stop(_ query: HKQuery) { lock.withLock { running.removeAll { $0 === query } } }

  // MARK: - For tests

  public func failRequests(with error: HKError) { lock.withLock { requestError = error } }

  public func add(_ sample: HKSample) { change(.added(sample)) }

  public func remove(_ sample: HKSample) { change(.deleted(sample)) }

  public var runningQueries: Int { lock.withLock { running.count } }

  private func change(_ change: Change) {
    let queries = lock.withLock {
      changes.append(change)
      return running
    }
    for query in queries { if let handler = query.updateHandler { tell(query, handler) } }
  }

  private func isRequested(_ type: HKObjectType) -> Bool { lock.withLock { requested.contains(type) } }

  private var present: [HKSample] {
    lock.withLock {
      changes.reduce(into: []) { samples, change in
        switch change {
        case .added(let sample): samples.append(sample)
        case .deleted(let sample): samples.removeAll { $0 === sample }
        }
      }
    }
  }

  private func tell(_ query: HKAnchoredObjectQuery, _ handler: HKAnchoredObjectQuery.Handler) {
    let present = present
    let (added, deleted, end) = lock.withLock {
      let new = changes[(query.anchor?.position ?? 0)...]
      query.anchor = HKQueryAnchor(position: changes.count)
      var added: [HKSample] = []
      var deleted: [HKDeletedObject] = []
      for change in new {
        switch change {
        case .added(let sample):
          if present.contains(where: { $0 === sample }), query.matches(sample) { added.append(sample) }
        case .deleted(let sample): if query.matches(sample) { deleted.append(HKDeletedObject(uuid: sample.uuid)) }
        }
      }
      return (added, deleted, changes.count)
    }
    handler(query, added, deleted, HKQueryAnchor(position: end), nil)
  }
}
