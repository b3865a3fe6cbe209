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

extension Tape {
  /// The text of a string; `nil` for another value.
  func text(_ index: TapeIndex) -> String? {
    tag(index) == .string || tag(index) == .escapedString ? string(index) : nil
  }

  /// A value as written.
  func lexemeText(_ index: TapeIndex) -> String {
    String(decoding: UnsafeBufferPointer(start: lexeme(index), count: length(index)), as: UTF8.self)
  }

  /// A whole number; `nil` for another value.
  func number(_ index: TapeIndex) -> Int? { tag(index) == .integer ? Int(lexemeText(index)) : nil }
}
