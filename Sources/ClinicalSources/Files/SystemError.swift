#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A failed system call, with a reason in the same words on every platform.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The value of `errno`, or one of the negative codes below, which no system uses.
  package let code: Int32
  /// The path that the caller named; `nil` if the error is reported with its path.
  var path: String?

  package var description: String { (path.map { "\($0): " } ?? "") + reason }

  package init(code: Int32) {
    self.code = code
  }

  /// Calls `body`, whose errors are about a path.
  static func naming<Result: ~Copyable>(_ path: String, _ body: () throws(SystemError) -> Result) throws(SystemError)
    -> Result
  {
    do throws(SystemError) {
      return try body()
    } catch {
      var named = error
      named.path = error.path ?? path
      throw named
    }
  }

  /// The error of the last failed call on this thread.
  package static var last: SystemError { SystemError(code: errno) }

  /// Whether the call was interrupted and must be repeated.
  package var isInterruption: Bool { code == EINTR }

  /// Whether the reader of the output has closed it.
  package var isClosedPipe: Bool { code == EPIPE }

  /// The reason, in a few words and without a full stop.
  package var reason: String {
    switch code {
    case ENOENT: "no such file or folder"
    case EACCES, EPERM: "permission denied"
    case ENOTDIR: "a part of the path is not a folder"
    case EISDIR: "is a folder"
    case ELOOP: "too many symbolic links"
    case ENAMETOOLONG: "the path is too long"
    case EMFILE, ENFILE: "too many open files"
    case ENOSPC: "no space left on the device"
    case EIO: "input/output error"
    case EBADF: "is closed"
    case EFBIG: "the file would become larger than is allowed"
    case SystemError.isNoFile: "is neither a file nor a folder any more"
    case SystemError.hasChanged: "changed while it was read"
    case SystemError.isEndless: "it states no size and gives more than is kept of it; see --max-pipe"
    case SystemError.isNotFramed:

      "expected a line with the name and the length of a file, and numbers up to 2^53; see --stdin-names"
    default: strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }
  }

  /// Repeats a call as long as it is interrupted.
  package static func retrying(_ call: () -> Int) throws(SystemError) -> Int {
    while true {
      let result = call()
      if result >= 0 { return result }
      let error = SystemError.last
      if !error.isInterruption { throw error }
    }
  }
}

extension SystemError {
  /// The code for a folder instead of a file.
  package static let isFolder = EISDIR
  /// The code for something else instead of a folder.
  static let isNoFolder = ENOTDIR
  /// The code for a pipe or a device instead of a file.
  package static let isNoFile: Int32 = -1
  /// The code for a file that has changed since it was opened.
  package static let hasChanged: Int32 = -2
  /// The code for a pipe with more bytes than may be kept.
  package static let isEndless: Int32 = -3
  /// The code for a stream of several files whose framing is wrong.
  package static let isNotFramed: Int32 = -4
}
