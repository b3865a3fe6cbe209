import ClinicalSources

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file for a report, which is written completely or not at all.
///
/// Until the report is complete, it has a temporary name in the same folder; then it replaces the existing file. A
/// device or a pipe is written directly.
final class ReportFile: Sendable {
  private let descriptor: Int32
  /// The names for the final rename; `nil` for a device.
  private let names: (temporary: [CChar], final: [CChar])?
  private let isCommitted = Monitor(false)

  /// Creates the file, before any input is read.
  init(_ path: FilePath) throws(SystemError) {
    var info = stat()
    let exists = path.withCString { stat($0, &info) } == 0
    if exists, info.st_mode & S_IFMT == S_IFDIR { throw SystemError(code: SystemError.isFolder) }
    if exists, info.st_mode & S_IFMT != S_IFREG {
      descriptor = Int32(
        try SystemError.retrying { path.withCString { Int(open($0, O_WRONLY | O_CLOEXEC)) } })
      names = nil
      return
    }
    let final =
      exists
      ? ReportFile.resolved(path) : path.withCString { Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1)) }
    var temporary = Array(final[...(final.lastIndex(of: 0x2F) ?? -1)]) + Array(".fhircheck.XXXXXX".utf8CString)
    descriptor = Int32(
      try SystemError.retrying { temporary.withUnsafeMutableBufferPointer { Int(mkstemp($0.baseAddress!)) } })
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    // The new file gets the permissions of the existing one; without one, the usual permissions of new files.
    let mask = umask(0)
    umask(mask)
    _ = fchmod(descriptor, exists ? info.st_mode & 0o777 : 0o666 & ~mask)
    names = (temporary, final)
  }

  deinit {
    close(descriptor)
    if let names, !isCommitted.withLock({ $0 }) { unlink(names.temporary) }
  }

  /// Writes the next bytes; returns 0, or the `errno` of the failure.
  func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    do throws(SystemError) {
      try OpenFile.write(descriptor, bytes)
      return 0
    } catch {
      return error.code
    }
  }

  /// Renames the complete report; returns 0, or the `errno` of the failure.
  func commit() -> Int32 {
    guard let names else { return 0 }
    if rename(names.temporary, names.final) != 0 { return errno }
    isCommitted.withLock { $0 = true }
    return 0
  }

  /// The target of a symbolic link, so that the link is kept; otherwise the path itself.
  private static func resolved(_ path: FilePath) -> [CChar] {
    path.withCString { name in
      guard let real = realpath(name, nil) else {
        return Array(UnsafeBufferPointer(start: name, count: strlen(name) + 1))
      }
      defer { free(real) }
      return Array(UnsafeBufferPointer(start: real, count: strlen(real) + 1))
    }
  }
}
