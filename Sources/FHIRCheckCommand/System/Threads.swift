#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Plain threads, with as large a stack as the main thread.
enum Threads {
  static var coreCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// Calls `body` on another thread, for which nobody waits.
  static func startAlone(_ body: @escaping @Sendable () -> Void) {
    if let thread = start(nil, body) { pthread_detach(thread) }
  }

  /// Calls `body` on `count` threads, including this one, and returns when all have returned.
  static func run(count: Int, _ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, 8 << 20)
    var started: [pthread_t] = []
    // If a thread cannot be started, fewer threads do the same work.
    while started.count + 1 < count, let thread = start(&attributes, body) { started.append(thread) }
    body()
    for thread in started { pthread_join(thread, nil) }
  }

  private static func start(
    _ attributes: UnsafePointer<pthread_attr_t>?, _ body: @escaping @Sendable () -> Void
  ) -> pthread_t? {
    let context = Unmanaged.passRetained(Body(body))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let result = pthread_create(
      &thread, attributes,
      { context in
        // Only Darwin's declaration says that there is one.
        let context: UnsafeMutableRawPointer? = context
        if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().call() }
        return nil
      }, context.toOpaque())
    if result == 0 { return thread }
    context.release()
    return nil
  }

  private final class Body {
    let call: @Sendable () -> Void
    init(_ call: @escaping @Sendable () -> Void) { self.call = call }
  }
}

/// A state with mutual exclusion and a condition that threads can wait for. `Synchronization.Mutex` has no condition
/// variable, and Dispatch or tasks would load libraries whose cost exceeds the start of the whole process.
final class Monitor<State>: @unchecked Sendable {
  // Both have fixed addresses, and `state` is accessed only between lock and unlock, so the class is safe to share.
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

  func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&state)
  }

  /// Waits until the state is ready, then calls `body` with exclusive access to it, and wakes all waiting threads.
  func withLock<Result>(when isReady: (State) -> Bool, _ body: (inout State) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !isReady(state) { pthread_cond_wait(condition, mutex) }
    let result = body(&state)
    pthread_cond_broadcast(condition)
    return result
  }
}
