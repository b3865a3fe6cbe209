import ClinicalSources
import FHIRSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file for a report, which is written completely or not at all. Until the report is complete, it is in a file
/// without a name in the same folder, of which nothing remains if the process ends. Then it gets a temporary name, and
/// replaces the existing file. A device or a pipe is written directly.
final class ReportFile: Sendable {
  private let descriptor: Int32
  /// The final name, the template of the temporary one, and the permissions; `nil` for a device.
  private let place: (final: FilePath, template: [CChar], mode: mode_t)?

  /// Creates the file, before any input is read.
  init(_ path: FilePath) throws(SystemError) {
    var info = stat()
    let exists = path.withCString { stat($0, &info) } == 0
    if exists, info.st_mode & S_IFMT == S_IFDIR { throw SystemError(code: SystemError.isFolder) }
    if exists, info.st_mode & S_IFMT != S_IFREG {
      descriptor = Int32(try SystemError.retrying { path.withCString { Int(open($0, O_WRONLY | O_CLOEXEC)) } })
      place = nil
      return
    }
    // The target of a symbolic link, so that the link is kept.
    let final = exists ? path.resolved : path
    let template = final.folder.appending(Array(".fhircheck.XXXXXX".utf8)).withCString {
      Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1))
    }
    // The new file gets the permissions of the existing one; without one, the usual permissions of new files.
    let mask = umask(0)
    umask(mask)
    place = (final, template, exists ? info.st_mode & 0o777 : 0o666 & ~mask)
    do { descriptor = try TemporaryFile.open(template) } catch { throw SystemError(code: error.code) }
  }

  deinit { close(descriptor) }

  func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) { try OpenFile.write(descriptor, bytes) }

  /// Gives the report its name, as a copy: not every system names a file without a name. Signals wait for the end.
  func commit() throws(SystemError) {
    guard let place else { return }
    let result = TemporaryFile.withoutSignals {
      Result { () throws(SystemError) in
        var name = place.template
        let copy = Int32(
          try SystemError.retrying { name.withUnsafeMutableBufferPointer { Int(mkstemp($0.baseAddress!)) } })
        defer { close(copy) }
        do throws(SystemError) {
          try copyBytes(to: copy)
          if fchmod(copy, place.mode) != 0 || place.final.withCString({ rename(name, $0) }) != 0 { throw .last }
        } catch {
          unlink(name)
          throw error
        }
      }
    }
    try result.get()
  }

  private func copyBytes(to copy: Int32) throws(SystemError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
    defer { buffer.deallocate() }
    var offset = 0
    while case let count = try OpenFile.read(descriptor, at: offset, into: buffer), count > 0 {
      try OpenFile.write(copy, UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      offset += count
    }
  }
}

enum SmallFile {
  private static let limit = 256 << 20

  /// The bytes of a file that the caller names, or whose place tells what it is.
  static func read(_ path: String) throws(UsageError) -> [UInt8] {
    do throws(SystemError) { return try read(FilePath(path)) } catch { throw UsageError("\(path): \(error.reason)") }
  }

  static func read(_ path: FilePath) throws(SystemError) -> [UInt8] {
    let file = try OpenFile(path)
    let attributes = try file.attributes()
    if attributes.kind == .folder { throw SystemError(code: SystemError.isFolder) }
    let bytes = try [UInt8](upTo: limit + 1) { buffer throws(SystemError) in
      try OpenFile.read(file.descriptor, into: buffer)
    }
    if bytes.count > limit { throw SystemError(code: EFBIG) }
    return bytes
  }
}

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
