#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file without a name: nothing of it remains when the process ends, even after a crash.
package final class TemporaryFile {
  private let descriptor: Int32
  package private(set) var count = 0

  package init() throws(TemporaryFileError) { descriptor = try TemporaryFile.open() }

  deinit { close(descriptor) }

  /// The folder that the environment names, else the system's; an empty name counts as none, not as the root.
  private static var pathTemplate: [CChar] {
    var folder = Array(P_tmpdir.utf8CString)
    if let named = getenv("TMPDIR"), named.pointee != 0 { folder = (0...strlen(named)).map { named[$0] } }
    return folder.dropLast() + Array("/fhircheck.XXXXXX".utf8CString)
  }

  /// Opens a file and unlinks its name; the owner of the descriptor closes it.
  package static func open() throws(TemporaryFileError) -> Int32 { try open(pathTemplate) }

  /// As ``open()``, by the template of its path for `mkstemp`, with a zero at the end.
  package static func open(_ template: [CChar]) throws(TemporaryFileError) -> Int32 {
    var template = template
    var code: Int32 = 0
    // Between the two calls the file has a name, so no signal may interrupt them.
    let descriptor = withoutSignals {
      let descriptor = template.withUnsafeMutableBufferPointer { mkstemp($0.baseAddress!) }
      code = errno
      if descriptor >= 0 { unlink(template) }
      return descriptor
    }
    if descriptor < 0 { throw TemporaryFileError(code: code) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }

  /// Calls `body`, and receives the signals of this thread after it.
  package static func withoutSignals<Result>(_ body: () -> Result) -> Result {
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return body()
  }

  package func append(_ bytes: UnsafeRawBufferPointer) throws(TemporaryFileError) {
    var rest = bytes
    while !rest.isEmpty {
      let written = write(descriptor, rest.baseAddress, min(rest.count, 1 << 30))
      if written < 0 {
        if errno == EINTR { continue }
        throw TemporaryFileError(code: errno)
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[written...])
      count += written
    }
  }

  /// Fills the buffer from an offset; the bytes there must have been written.
  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(TemporaryFileError) {
    var done = 0
    while done < buffer.count {
      let got = pread(descriptor, buffer.baseAddress! + done, buffer.count - done, off_t(offset + done))
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { throw TemporaryFileError(code: got < 0 ? errno : EIO) }
      done += got
    }
  }
}

/// A temporary file could not be made, written or read.
public struct TemporaryFileError: Error, Hashable, Sendable {
  /// The value of `errno`.
  public let code: Int32
}

/// Memory for rows: address space for all of them, of which only written pages use memory.
///
/// Rows never move as their number grows. After the first few megabytes it requests large pages from the kernel: a page
/// fault for each 2 MiB instead of each 4 KiB takes a tenth of the time to fill the memory.
struct RowMemory: ~Copyable {
  private static let largePage = 2 << 20
  /// Up to so many bytes are taken from the heap: for a few rows, mapping pages would take longer than all other work.
  private static let heapBytes = 64 << 10

  let rows: UnsafeMutablePointer<IndexRow>
  private let byteCount: Int

  /// - Parameter capacity: the maximum number of rows, more than zero.
  init(capacity: Int) throws(TemporaryFileError) {
    byteCount = capacity * IndexRow.byteCount
    if byteCount <= Self.heapBytes {
      rows = .allocate(capacity: capacity)
      return
    }
    var flags = MAP_PRIVATE | MAP_ANON
    #if os(Linux)
      flags |= MAP_NORESERVE
    #endif
    guard let block = mmap(nil, byteCount, PROT_READ | PROT_WRITE, flags, -1, 0), block != MAP_FAILED else {
      throw TemporaryFileError(code: errno)
    }
    #if os(Linux)
      // The first page stays small, so that few rows do not use a whole large one.
      let first = (UInt(bitPattern: block) + 2 * UInt(Self.largePage) - 1) & ~(UInt(Self.largePage) - 1)
      let end = (UInt(bitPattern: block) + UInt(byteCount)) & ~(UInt(Self.largePage) - 1)
      if first < end, let start = UnsafeMutableRawPointer(bitPattern: first) {
        madvise(start, Int(end - first), MADV_HUGEPAGE)
      }
    #endif
    rows = block.bindMemory(to: IndexRow.self, capacity: capacity)
  }

  deinit { if byteCount <= Self.heapBytes { rows.deallocate() } else { munmap(rows, byteCount) } }
}
