import FHIRSchema
import ClinicalSources

/// Guesses the release of a run from its first file, to decode the definitions while the inputs are listed.
///
/// Only the time depends on the guess. Without one, the first thread that needs definitions decodes them while the
/// others wait.
enum FirstInput {
  /// How much of the file is examined.
  private static let bytes = 256 << 10

  static func release(of paths: [FilePath], _ checker: some RecordChecker) -> FHIRRelease? {
    guard let path = paths.first, path != .standardInput, let file = firstFile(of: path),
      let bytes = try? FileBytes(OpenFile(file))
    else { return nil }
    return (try? checker.survey(InputSource(bytes, 0..<min(bytes.count, Self.bytes)))) ?? nil
  }

  private static func firstFile(of path: FilePath) -> FilePath? {
    switch (try? FileAttributes(of: path))?.kind {
    case .file: return path
    case .folder:
      var walk = FolderWalk(path)
      while let found = walk.next() {
        if case .file(let file) = found { return file }
      }
      return nil
    case .other, nil: return nil
    }
  }
}
