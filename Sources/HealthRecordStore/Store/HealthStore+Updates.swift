public import ClinicalRecords

/// Observing clinical records.
extension HealthStore {
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
