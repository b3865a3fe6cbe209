import FHIRSchema
import ClinicalSources

/// The release that the first file of a run shows, so that its definitions can be decoded while the inputs are listed.
///
/// A guess: nothing rests on it but the time, and where there is none, the first thread that needs definitions decodes them
/// while the others wait.
enum FirstInput {
  /// What is looked at.
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
