import ClinicalSources

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that a report is written to, whole or not at all.
///
/// Until the report is complete it has a name of its own in the same folder, with nothing of its content in it; then it
/// takes the place of what is there. A device or a pipe is written to as it stands.
final class ReportFile: Sendable {
  private let descriptor: Int32
  /// What is renamed at the end, and to what; `nil` for a device.
  private let names: (temporary: [CChar], final: [CChar])?
  private let isCommitted = Monitor(false)

  /// Makes the file, before anything is read.
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
    // Whoever may read what is there may read the new one; a new file is as any that a program makes.
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

  /// Gives the complete report its name; returns 0, or the `errno` of the failure.
  func commit() -> Int32 {
    guard let names else { return 0 }
    if rename(names.temporary, names.final) != 0 { return errno }
    isCommitted.withLock { $0 = true }
    return 0
  }

  /// The file itself where the path is a symbolic link, which stays one.
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
