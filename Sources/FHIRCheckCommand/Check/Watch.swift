import ClinicalSources

/// Does something again each time when a file has changed, come or gone.
struct Watch {
  let paths: [FilePath]
  let context: CommandContext
  /// Files that the work itself writes, which may be in a folder that is watched.
  var written: [FilePath] = []

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
    // Their paths may be spelt in another way, and each time they are new files.
    let written = Set(written.compactMap { try? FileAttributes(of: $0).identity })
    for path in paths where path != .standardInput {
      guard let attributes = try? FileAttributes(of: path) else { continue }
      // A folder is what is in it; its own time changes with what the work writes there.
      guard attributes.kind == .folder else {
        files[path] = attributes
        continue
      }
      var walk = FolderWalk(path)
      while let found = walk.next() {
        guard case .file(let file) = found, let attributes = try? FileAttributes(of: file) else { continue }
        if !written.contains(attributes.identity) { files[file] = attributes }
      }
    }
    return files
  }
}
