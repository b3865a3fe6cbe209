#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A state that one thread at a time may touch, and that others can wait on.
///
/// `Synchronization.Mutex` has no waiting, and Dispatch or tasks would load libraries that cost more than the start of
/// the whole process.
final class Monitor<State>: @unchecked Sendable {
  // Both live at fixed addresses from init to deinit, and `state` is touched only between lock and unlock; that is
  // what makes the class safe to share.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var state: State

  init(_ state: State) {
    self.state = state
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Gives the state to `body` alone.
  func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&state)
  }

  /// Waits until `condition` holds, then gives the state to `body` alone, and wakes all who wait.
  func withLock<Result>(when isReady: (State) -> Bool, _ body: (inout State) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !isReady(state) { pthread_cond_wait(condition, mutex) }
    let result = body(&state)
    pthread_cond_broadcast(condition)
    return result
  }
}
