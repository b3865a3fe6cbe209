/// Finds the files below a folder, one after another, in the order of the bytes of their names.
///
/// The walk does not enter hidden files and folders and does not open devices, pipes and sockets; it returns them as
/// such. Symbolic links are followed; a folder that was already entered is not entered again, which ends loops.
package struct FolderWalk {
  package enum Found {
    case file(FilePath)
    /// A file or a folder whose name begins with a dot.
    case hidden(FilePath)
    /// Neither a file nor a folder.
    case special(FilePath)
    case unreadable(FilePath, SystemError)
  }

  private var entered: Set<FileIdentity> = []
  // An explicit stack: deeply nested folders must not overflow the call stack.
  private var stack: [(path: FilePath, entries: ArraySlice<Folder.Entry>)] = []
  private var failure: Found?

  package init(_ root: FilePath) {
    failure = look(at: root)
  }

  /// Returns the next file, or something that cannot be read; `nil` at the end.
  package mutating func next() -> Found? {
    if let failure {
      self.failure = nil
      return failure
    }
    while let top = stack.indices.last {
      guard let entry = stack[top].entries.popFirst() else {
        stack.removeLast()
        continue
      }
      let path = stack[top].path.appending(entry.name)
      if entry.isHidden { return .hidden(path) }
      switch entry.kind {
      case .file: return .file(path)
      case .other: return .special(path)
      case .folder, .unknown:
        if let found = look(at: path) { return found }
      }
    }
    return nil
  }

  /// Examines a path that may be a folder, or a link to one.
  private mutating func look(at path: FilePath) -> Found? {
    do throws(SystemError) {
      let attributes = try FileAttributes(of: path)
      switch attributes.kind {
      case .folder: try enter(path, attributes.identity)
      case .file: return .file(path)
      case .other: return .special(path)
      }
      return nil
    } catch {
      return .unreadable(path, error)
    }
  }

  private mutating func enter(_ path: FilePath, _ identity: FileIdentity) throws(SystemError) {
    guard entered.insert(identity).inserted else { return }
    stack.append((path, try Folder.entries(of: path)[...]))
  }
}
