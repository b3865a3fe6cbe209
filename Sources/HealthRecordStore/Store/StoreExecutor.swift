import Dispatch

/// Runs a store's jobs one after another on a separate queue, so that code that is not `async` can wait for the store.
/// Waiting for an actor of the default executor could block the last thread that the actor needs; a queue has its own.
final class StoreExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "HealthStore")
  private let mark = DispatchSpecificKey<ObjectIdentifier>()

  init() { queue.setSpecific(key: mark, value: ObjectIdentifier(self)) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }

  /// Runs `body` between two jobs, or immediately if called from a job.
  func sync<Result>(_ body: () throws -> Result) rethrows -> Result {
    if DispatchQueue.getSpecific(key: mark) == ObjectIdentifier(self) { return try body() }
    return try queue.sync(execute: body)
  }
}

extension HealthStore {
  /// Uses the store from code that is not `async`, such as `setUp()` of XCTest, and waits for the result.
  ///
  /// ```swift
  /// let count = store.sync { $0.recordCount }
  /// ```
  ///
  /// Requests that show a sheet are `async` and cannot be made in `body`.
  public nonisolated func sync<Result: Sendable>(
    _ body: @Sendable (isolated HealthStore) throws -> Result
  ) rethrows -> Result {
    try executor.sync { try assumeIsolated { store in try body(store) } }
  }
}
