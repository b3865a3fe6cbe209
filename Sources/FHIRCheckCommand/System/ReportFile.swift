import ClinicalSources
import FHIRSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file for a report, which is written completely or not at all.
///
/// Until the report is complete, it is in a file without a name in the same folder, of which nothing remains if the
/// process ends. Then it gets a temporary name, and replaces the existing file. A device or a pipe is written directly.
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
      descriptor = Int32(
        try SystemError.retrying { path.withCString { Int(open($0, O_WRONLY | O_CLOEXEC)) } })
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
    do {
      descriptor = try TemporaryFile.open(template)
    } catch {
      throw SystemError(code: error.code)
    }
  }

  deinit { close(descriptor) }

  /// Writes the next bytes; returns 0, or the `errno` of the failure.
  func write(_ bytes: UnsafeRawBufferPointer) -> Int32 { ReportFile.write(descriptor, bytes) }

  /// Gives the complete report its name; returns 0, or the `errno` of the failure.
  ///
  /// A file without a name cannot get one on every system, so it is copied. Signals wait for the end of that.
  func commit() -> Int32 {
    guard let place else { return 0 }
    return TemporaryFile.withoutSignals {
      var name = place.template
      let copy = name.withUnsafeMutableBufferPointer { mkstemp($0.baseAddress!) }
      if copy < 0 { return errno }
      defer { close(copy) }
      var code = copyBytes(to: copy)
      if code == 0, fchmod(copy, place.mode) != 0 || place.final.withCString({ rename(name, $0) }) != 0 { code = errno }
      if code != 0 { unlink(name) }
      return code
    }
  }

  private func copyBytes(to copy: Int32) -> Int32 {
    withUnsafeTemporaryAllocation(byteCount: 256 << 10, alignment: 16) { buffer in
      var offset = 0
      while true {
        let count = try? OpenFile.read(descriptor, at: offset, into: buffer)
        guard let count else { return errno }
        if count == 0 { return 0 }
        let code = ReportFile.write(copy, UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        if code != 0 { return code }
        offset += count
      }
    }
  }

  /// Writes bytes; returns 0, or the `errno` of the failure.
  static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int32 {
    do throws(SystemError) {
      try OpenFile.write(descriptor, bytes)
      return 0
    } catch {
      return error.code
    }
  }
}
