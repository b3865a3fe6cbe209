import ClinicalSources

/// A zip archive among the inputs of a run.
final class ArchiveInput: Sendable {
  /// The name in reports.
  let name: String
  let zip: ZipArchive<ByteSlice>
  /// The identity of the file; `nil` if it came through a pipe.
  let identity: FileIdentity?

  /// Reads the directory of an archive in a file.
  init(_ path: FilePath, _ files: FilePool) throws {
    name = path.text
    identity = try FileAttributes(of: path).identity
    zip = try ZipArchive(ByteSlice(files.file(at: path)))
  }

  /// Reads the directory of an archive that came through a pipe.
  init(_ pipe: PipedInput) throws {
    name = pipe.name
    identity = nil
    zip = try ZipArchive(ByteSlice(pipe.content))
  }
}
