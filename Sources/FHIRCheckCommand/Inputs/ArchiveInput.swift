import ClinicalSources

/// A zip archive among the inputs of a run.
final class ArchiveInput: Sendable {
  /// The name in reports.
  let name: String
  let zip: ZipArchive<Content>
  /// The identity of the file; `nil` if it came through a pipe.
  let identity: FileIdentity?

  /// Reads the directory of an archive in a file.
  init(_ path: FilePath, _ files: FilePool) throws {
    name = path.text
    identity = try FileAttributes(of: path).identity
    zip = try ZipArchive(Content(base: try files.file(at: path)))
  }

  /// Reads the directory of an archive that came through a pipe.
  init(_ pipe: PipedInput) throws {
    name = pipe.name
    identity = nil
    zip = try ZipArchive(Content(base: pipe))
  }

  /// The bytes of an archive, from a file or a pipe.
  struct Content: RandomAccessBytes {
    let base: any RandomAccessBytes

    var count: Int { base.count }

    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
      try base.read(at: offset, into: buffer)
    }

    func checkUnchanged() throws { try base.checkUnchanged() }
  }
}
