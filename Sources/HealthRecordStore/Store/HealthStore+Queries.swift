public import ClinicalRecords

extension HealthStore {
  /// The clinical records of one type.
  ///
  /// A type that the user has denied looks empty. A type that the app has not asked for is an error.
  ///
  /// - Parameters:
  ///   - type: the type of the records.
  ///   - predicate: a condition; without one, all records.
  ///   - sortDescriptors: the order, by the first descriptor first; without any, the order of arrival.
  ///   - limit: the largest number of records; ``noLimit`` or less for all.
  public func clinicalRecords(
    ofType type: ClinicalTypeIdentifier, matching predicate: QueryPredicate? = nil,
    sortedBy sortDescriptors: [QuerySortDescriptor] = [], limit: Int = noLimit
  ) throws(HealthError) -> [ClinicalRecord] {
    guard let last = try lastVisible(of: type) else { return [] }
    let limit = limit > 0 ? limit : Int.max
    let found = records.rows(of: type, matching: predicate, upTo: last, limit: sortDescriptors.isEmpty ? limit : .max)
    return sortDescriptors.sort(found, by: \.subject).prefix(limit).compactMap(\.record)
  }

  /// The changes in one type since an anchor: new records, replaced ones, deleted ones.
  ///
  /// An updated record is in the results as it is now, under the same key. Without an anchor, all existing records are
  /// new, and none is deleted. A denied type has no changes and its anchor does not move, so the app misses nothing if
  /// the user allows it later.
  ///
  /// - Parameters:
  ///   - type: the type of the records.
  ///   - predicate: a condition; without one, all records.
  ///   - anchor: where the last query ended; an anchor of another store is refused.
  ///   - limit: the largest number of new records; ``noLimit`` or less for all. The anchor is then that of the last
  ///     one.
  public func clinicalRecordChanges(
    ofType type: ClinicalTypeIdentifier, matching predicate: QueryPredicate? = nil, since anchor: QueryAnchor? = nil,
    limit: Int = noLimit
  ) throws(HealthError) -> AnchoredResults {
    let start = try sequence(of: anchor, upTo: records.sequence)
    guard let last = try lastVisible(of: type) else {
      return AnchoredResults(added: [], deleted: [], anchor: QueryAnchor(sequence: start))
    }
    let limit = limit > 0 ? limit : .max
    let added = records.rows(of: type, matching: predicate, after: start, upTo: last, limit: limit)
    let lastAdded = added.last?.sequence ?? start
    let gone = (anchor == nil ? [] : records.deletions(of: type, after: start))
      .prefix { added.count < limit || $0.sequence <= lastAdded }
      .filter { $0.added <= last && predicate?.condition.matches($0.subject) ?? true }
    return AnchoredResults(
      added: added.compactMap(\.record),
      deleted: gone.filter { records[$0.key]?.type != type }.map { DeletedRecord(key: $0.key) },
      anchor: QueryAnchor(sequence: max(lastAdded, gone.last?.sequence ?? start)))
  }

  /// The samples of a type that is not clinical: the app's own, and those of others that it may read.
  public func samples(
    ofType type: ObjectType, matching predicate: QueryPredicate? = nil,
    sortedBy sortDescriptors: [QuerySortDescriptor] = [], limit: Int = noLimit
  ) throws(HealthError) -> [Sample] {
    let access = try readAccess(toSamplesOf: type)
    let visible = samples.samples(of: type) { access == .all || authorization.readableObjects.contains($0.uuid) }
    let found = visible.filter { predicate?.matches($0) ?? true }
    return sortDescriptors.sort(found, by: QuerySubject.init).prefix(limit > 0 ? limit : .max).map(\.withoutDocument)
  }

  /// The change that an anchor names; refuses an anchor of another store.
  func sequence(of anchor: QueryAnchor?, upTo last: UInt64) throws(HealthError) -> UInt64 {
    guard let start = anchor.map(\.sequence) ?? 0, start <= last else {
      throw HealthError(.errorInvalidArgument, "The anchor is not one of this store")
    }
    return start
  }

  /// The last change of a type that the app may see; `nil` if it may see none.
  func lastVisible(of type: ClinicalTypeIdentifier) throws(HealthError) -> UInt64? {
    let access = try readAccess(toSamplesOf: .clinicalType(type))
    guard device.supportsHealthRecords else { return nil }
    return switch access {
    case .notDetermined, .ownOnly: nil
    case .through(let sequence): sequence
    case .all: .max
    }
  }

  /// The changes since an anchor in the samples of a type that is not clinical.
  ///
  /// Without an anchor, all existing samples are new, none is deleted. A denied type has only the app's own samples.
  ///
  /// The parameters are those of ``clinicalRecordChanges(ofType:matching:since:limit:)``.
  public func sampleChanges(
    ofType type: ObjectType, matching predicate: QueryPredicate? = nil, since anchor: QueryAnchor? = nil,
    limit: Int = noLimit
  ) throws(HealthError) -> SampleChanges {
    let start = try sequence(of: anchor, upTo: samples.sequence)
    let access = try readAccess(toSamplesOf: type)
    let changes = samples.changes(of: type, after: start)
    let limit = limit > 0 ? limit : .max
    let added = changes.added.filter { entry in
      (entry.isOwn || access == .all || authorization.readableObjects.contains(entry.sample.uuid))
        && predicate?.matches(entry.sample) ?? true
    }.prefix(limit)
    let lastAdded = added.last?.sequence ?? start
    let deleted = (anchor == nil ? [] : changes.deleted).filter {
      (added.count < limit || $0.sequence <= lastAdded) && predicate?.matches($0.sample) ?? true
    }
    return SampleChanges(
      added: added.map(\.sample.withoutDocument), deleted: deleted.map(\.sample.withoutDocument),
      anchor: QueryAnchor(sequence: max(lastAdded, deleted.last?.sequence ?? start)))
  }

  /// What the app may see of a type; refuses types that it has not asked for.
  func readAccess(toSamplesOf type: ObjectType) throws(HealthError) -> ReadAccess {
    try device.checkReading()
    let access = authorization.readAccess(to: type)
    guard access != .notDetermined else { throw HealthError(.errorAuthorizationNotDetermined) }
    return access
  }

  /// The anchor for a query of future changes only.
  package func currentAnchor(of type: ObjectType) throws(HealthError) -> QueryAnchor {
    _ = try readAccess(toSamplesOf: type)
    return QueryAnchor(sequence: type.clinicalType == nil ? samples.sequence : records.sequence)
  }

  /// The changes of one type as they arrive: first those since the anchor, then each new change.
  ///
  /// Several simultaneous changes may arrive as one. While the user denies the type there are none; if the user allows
  /// it again, the changes of the meantime arrive.
  public nonisolated func clinicalRecordUpdates(
    ofType type: ClinicalTypeIdentifier, matching predicate: QueryPredicate? = nil, since anchor: QueryAnchor? = nil
  ) -> RecordUpdates {
    RecordUpdates(since: anchor) { anchor, isFirst in
      try await self.firstResult(whenTypesChange: [.clinicalType(type)]) { store in
        let results = try store.clinicalRecordChanges(ofType: type, matching: predicate, since: anchor)
        return isFirst || !results.isEmpty ? results : nil
      }
    }
  }

  /// Calls a function now and after each change of one of the types, until it returns a result.
  package func firstResult<Result: Sendable>(
    whenTypesChange types: Set<ObjectType>, _ look: @Sendable (isolated HealthStore) throws -> Result?
  ) async throws -> Result {
    while true {
      try Task.checkCancellation()
      if let result = try look(self) { return result }
      // There is no suspension between the call and the wait, so no change is missed.
      try await waitForChange(of: types)
    }
  }

  private func waitForChange(of types: Set<ObjectType>) async throws {
    observerCount += 1
    let number = observerCount
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        if Task.isCancelled {
          continuation.resume(throwing: CancellationError())
        } else {
          observers[number] = (types, continuation)
        }
      }
    } onCancel: {
      Task { await self.cancelObserver(number) }
    }
  }

  private func cancelObserver(_ number: Int) {
    observers.removeValue(forKey: number)?.continuation.resume(throwing: CancellationError())
  }

  func wakeObservers(of types: some Sequence<ObjectType>) {
    guard !observers.isEmpty else { return }
    for (number, observer) in observers where types.contains(where: observer.types.contains) {
      observers[number] = nil
      observer.continuation.resume()
    }
  }

  func wakeAllObservers() {
    for observer in observers.values { observer.continuation.resume() }
    observers.removeAll()
  }
}

/// The changes in the samples of a type since an anchor.
public struct SampleChanges: Hashable, Sendable {
  /// New samples.
  public let added: [Sample]
  /// Samples that the app has deleted.
  public let deleted: [Sample]
  /// The anchor for the next query; equal to the previous one if nothing has changed.
  public let anchor: QueryAnchor

  /// Whether nothing has changed.
  public var isEmpty: Bool { added.isEmpty && deleted.isEmpty }
}
