import ClinicalSources
import FHIRTape

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads small files of the command as a whole.
enum SmallFile {
  /// The largest size that is read, in bytes.
  private static let limit = 256 << 20

  /// The bytes of a file that the caller names, or whose place tells what it is.
  static func read(_ path: String) throws(UsageError) -> [UInt8] {
    do throws(SystemError) {
      return try read(FilePath(path))
    } catch {
      throw UsageError(sentence: "\(path): \(error.reason)")
    }
  }

  /// The bytes of a file.
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
