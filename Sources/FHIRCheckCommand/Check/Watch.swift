import ClinicalSources

/// Does something again each time when a file has changed, come or gone.
struct Watch {
  let paths: [FilePath]
  let context: CommandContext

  /// Does it, until the caller stops the process.
  func run(_ work: () throws(UsageError) -> ExitCode) throws(UsageError) -> ExitCode {
    var seen = files
    var result = try work()
    while context.waitToLookAgain() {
      let now = files
      if now == seen { continue }
      seen = now
      context.report("files have changed; checking again")
      result = try work()
    }
    return result
  }

  /// What is there, as far as that shows without reading it.
  private var files: [FilePath: FileAttributes] {
    var files: [FilePath: FileAttributes] = [:]
    for path in paths where path != .standardInput {
      guard let attributes = try? FileAttributes(of: path) else { continue }
      files[path] = attributes
      guard attributes.kind == .folder else { continue }
      var walk = FolderWalk(path)
      while let found = walk.next() {
        if case .file(let file) = found { files[file] = try? FileAttributes(of: file) }
      }
    }
    return files
  }
}
