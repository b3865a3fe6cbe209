public import ClinicalRecords

/// Observing clinical records.
extension HealthStore {
  /// The changes of one type as they come: first what is there since the anchor, then each change.
  ///
  /// Several changes at a time may come as one. While the person denies the type there are none; when the person allows
  /// it again, what has happened meanwhile comes.
  public nonisolated func clinicalRecordUpdates(
    ofType type: ClinicalTypeIdentifier, matching predicate: QueryPredicate? = nil, since anchor: QueryAnchor? = nil
  ) -> RecordUpdates {
    RecordUpdates(since: anchor) { anchor, isFirst in
      try await self.nextChanges(ofType: type, matching: predicate, since: anchor, isFirst: isFirst)
    }
  }

  private func nextChanges(
    ofType type: ClinicalTypeIdentifier, matching predicate: QueryPredicate?, since anchor: QueryAnchor?, isFirst: Bool
  ) async throws -> AnchoredResults {
    try await firstResult(whenTypesChange: [.clinicalType(type)]) { store in
      let results = try store.clinicalRecordChanges(ofType: type, matching: predicate, since: anchor)
      return isFirst || !results.isEmpty ? results : nil
    }
  }

  /// Looks now, and again after each change of one of the types, until a look has a result.
  package func firstResult<Result: Sendable>(
    whenTypesChange types: Set<ObjectType>, _ look: @Sendable (isolated HealthStore) throws -> Result?
  ) async throws -> Result {
    while true {
      try Task.checkCancellation()
      if let result = try look(self) { return result }
      // Nothing is awaited between the look and the wait, so no change falls between them.
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
          observers[number] = Observer(types: types, continuation: continuation)
        }
      }
    } onCancel: {
      Task { await self.cancelObserver(number) }
    }
  }

  private func cancelObserver(_ number: Int) {
    observers.removeValue(forKey: number)?.continuation.resume(throwing: CancellationError())
  }

  /// Lets those look again who wait for a change of one of the types.
  func wakeObservers(of types: some Sequence<ObjectType>) {
    guard !observers.isEmpty else { return }
    for (number, observer) in observers where types.contains(where: observer.types.contains) {
      observers[number] = nil
      observer.continuation.resume()
    }
  }

  /// Lets all look again.
  func wakeAllObservers() {
    for observer in observers.values { observer.continuation.resume() }
    observers.removeAll()
  }
}
