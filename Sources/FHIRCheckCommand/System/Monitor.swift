#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A state with mutual exclusion and a condition that threads can wait for.
///
/// `Synchronization.Mutex` has no condition variable, and Dispatch or tasks would load libraries whose cost exceeds the
/// start of the whole process.
final class Monitor<State>: @unchecked Sendable {
  // Both have fixed addresses from init to deinit, and `state` is accessed only between lock and unlock, which makes
  // the class safe to share.
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

  /// Calls `body` with exclusive access to the state.
  func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&state)
  }

  /// Waits until `condition` holds, then calls `body` with exclusive access to the state, and wakes all waiting
  /// threads.
  func withLock<Result>(when isReady: (State) -> Bool, _ body: (inout State) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !isReady(state) { pthread_cond_wait(condition, mutex) }
    let result = body(&state)
    pthread_cond_broadcast(condition)
    return result
  }
}
