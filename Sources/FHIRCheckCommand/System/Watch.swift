import ClinicalSources

/// Repeats an action whenever a file has changed, appeared or disappeared.
struct Watch {
  let paths: [FilePath]
  let context: CommandContext
  /// Files that the action itself writes, which may be in a watched folder.
  var written: [FilePath] = []

  func run(_ work: () throws(UsageError) -> ExitCode) throws(UsageError) -> ExitCode {
    var seen = files
    var result = try work()
    tell(seen.count)
    while context.waitToLookAgain() {
      let now = files
      if now == seen { continue }
      seen = now
      // The old report would be mistaken for the new one. What is in the memory of the terminal stays there.
      if context.outputIsTerminal { _ = context.output("\u{1B}[2J\u{1B}[H") }
      context.report("files have changed; checking again")
      result = try work()
      tell(seen.count)
    }
    return result
  }

  private func tell(_ count: Int) {
    guard context.errorIsTerminal else { return }
    context.report("watching \(count) file\(count == 1 ? "" : "s"); a change starts a new check, Ctrl-C ends this")
  }

  /// The state of a file, determined without reading it: a program can keep the size and set the other time.
  private struct State: Equatable {
    let attributes: FileAttributes
    let changeTime: Int

    init(_ attributes: FileAttributes) { (self.attributes, changeTime) = (attributes, attributes.changeTime) }
  }

  private var files: [FilePath: State] {
    var files: [FilePath: State] = [:]
    // Their paths may be spelt differently, and each run creates new files, so they are compared by identity.
    let written = Set(written.compactMap { try? FileAttributes(of: $0).identity })
    for path in paths where path != .standardInput {
      guard let attributes = try? FileAttributes(of: path) else { continue }
      // For a folder, its files count; its own time changes when the action writes to it.
      guard attributes.kind == .folder else {
        files[path] = State(attributes)
        continue
      }
      for found in FolderWalk(path) {
        guard case .file(let file) = found, let attributes = try? FileAttributes(of: file) else { continue }
        if !written.contains(attributes.identity) { files[file] = State(attributes) }
      }
    }
    return files
  }
}
