import ClinicalSources

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads and writes small files of the command as a whole.
enum SmallFile {
  /// The largest size that is read, in bytes.
  private static let limit = 256 << 20

  /// The bytes of a file.
  static func read(_ path: String) throws(SystemError) -> [UInt8] {
    let file = try OpenFile(FilePath(path))
    let attributes = try file.attributes()
    if attributes.kind == .folder { throw SystemError(code: SystemError.isFolder) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { buffer.deallocate() }
    var bytes: [UInt8] = []
    while case let count = try OpenFile.read(file.descriptor, into: buffer), count > 0 {
      bytes.append(contentsOf: buffer[..<count])
      if bytes.count > limit { throw SystemError(code: EFBIG) }
    }
    return bytes
  }

  /// Writes a file completely or not at all: under a temporary name first, then in its place.
  static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let new = path + ".\(getpid()).new"
    let descriptor = Int32(
      try SystemError.retrying { Int(open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)) })
    do throws(SystemError) {
      let result = bytes.withUnsafeBytes { bytes -> SystemError? in
        do throws(SystemError) {
          try OpenFile.write(descriptor, bytes)
          return nil
        } catch {
          return error
        }
      }
      if let result { throw result }
      _ = try SystemError.retrying { Int(rename(new, path)) }
      close(descriptor)
    } catch {
      close(descriptor)
      unlink(new)
      throw error
    }
  }
}
