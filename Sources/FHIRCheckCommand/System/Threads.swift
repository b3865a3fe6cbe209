#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Plain threads, with as large a stack as the main thread.
enum Threads {
  /// The number of cores.
  static var coreCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// Calls `body` on another thread, for which nobody waits.
  static func startAlone(_ body: @escaping @Sendable () -> Void) {
    let context = Unmanaged.passRetained(Body(body))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    guard pthread_create(&thread, nil, start, context.toOpaque()) == 0 else { return context.release() }
    #if canImport(Darwin)
      if let thread { pthread_detach(thread) }
    #else
      pthread_detach(thread)
    #endif
  }

  /// Calls `body` on `count` threads, including this one, and returns when all have returned.
  static func run(count: Int, _ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, 8 << 20)
    var started: [pthread_t] = []
    for _ in 1..<max(1, count) {
      let context = Unmanaged.passRetained(Body(body))
      #if canImport(Darwin)
        var thread: pthread_t?
      #else
        var thread = pthread_t()
      #endif
      let result = pthread_create(&thread, &attributes, start, context.toOpaque())
      guard result == 0 else {
        // If a thread cannot be started, fewer threads do the same work.
        context.release()
        break
      }
      #if canImport(Darwin)
        if let thread { started.append(thread) }
      #else
        started.append(thread)
      #endif
    }
    body()
    for thread in started { pthread_join(thread, nil) }
  }

  /// Does two things in parallel, or one after the other if only one thread is wanted.
  static func both<First: Sendable, Second: Sendable>(
    threads: Int, _ first: @escaping @Sendable () -> First, _ second: @escaping @Sendable () -> Second
  ) -> (First, Second) {
    guard threads > 1 else { return (first(), second()) }
    // Whichever thread comes first does the first thing; if the other could not be started, nobody does the second.
    let state = Monitor<(turn: Int, first: First?, second: Second?)>((0, nil, nil))
    run(count: 2) {
      let turn = state.withLock { state in
        state.turn += 1
        return state.turn
      }
      if turn == 1 {
        let result = first()
        state.withLock { $0.first = result }
      } else {
        let result = second()
        state.withLock { $0.second = result }
      }
    }
    let (one, other) = state.withLock { ($0.first, $0.second) }
    return (one ?? first(), other ?? second())
  }

  private final class Body {
    let call: @Sendable () -> Void
    init(_ call: @escaping @Sendable () -> Void) { self.call = call }
  }

  #if canImport(Darwin)
    private static let start: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { context in
      Unmanaged<Body>.fromOpaque(context).takeRetainedValue().call()
      return nil
    }
  #else
    private static let start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
      if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().call() }
      return nil
    }
  #endif
}

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
