/// All inputs of a run, in the order in which they are reported.
///
/// Folders are walked in the order of the bytes of their names, so that the order is the same on every machine.
/// Symbolic links are followed; a folder that was already entered below the same path is not entered again, which ends
/// loops.
struct InputList {
  enum Item: Sendable {
    /// A file that the caller named: it is read whatever is in it.
    case named(FilePath)
    /// A file that was found in a folder: it is read when it holds JSON.
    case found(FilePath)
    case standardInput
    case unreadable(FilePath, SystemError)
  }

  private(set) var items: [Item] = []
  private var entered: Set<FileIdentity> = []

  init(_ paths: [String]) {
    for path in paths {
      guard path != "-" else {
        items.append(.standardInput)
        continue
      }
      entered.removeAll()
      add(FilePath(path))
    }
  }

  /// A path that the caller named.
  private mutating func add(_ path: FilePath) {
    do throws(SystemError) {
      let attributes = try FileAttributes(of: path)
      switch attributes.kind {
      case .folder: walk(path, attributes.identity)
      case .file, .other: items.append(.named(path))
      }
    } catch {
      items.append(.unreadable(path, error))
    }
  }

  private mutating func walk(_ folder: FilePath, _ identity: FileIdentity) {
    // A stack of our own: how deep folders nest is not for the caller of the process to decide.
    var stack: [(path: FilePath, entries: ArraySlice<Folder.Entry>)] = []
    enter(folder, identity, &stack)
    while var top = stack.popLast() {
      guard let entry = top.entries.popFirst() else { continue }
      stack.append(top)
      let path = top.path.appending(entry.name)
      switch entry.kind {
      case .file: items.append(.found(path))
      case .other: break
      case .folder, .unknown: look(at: path, &stack)
      }
    }
  }

  /// Something that may be a folder, or a link to one.
  private mutating func look(at path: FilePath, _ stack: inout [(path: FilePath, entries: ArraySlice<Folder.Entry>)]) {
    do throws(SystemError) {
      let attributes = try FileAttributes(of: path)
      switch attributes.kind {
      case .folder: enter(path, attributes.identity, &stack)
      case .file: items.append(.found(path))
      case .other: break
      }
    } catch {
      items.append(.unreadable(path, error))
    }
  }

  private mutating func enter(
    _ path: FilePath, _ identity: FileIdentity,
    _ stack: inout [(path: FilePath, entries: ArraySlice<Folder.Entry>)]
  ) {
    guard entered.insert(identity).inserted else { return }
    do throws(SystemError) {
      stack.append((path, try Folder.entries(of: path)[...]))
    } catch {
      items.append(.unreadable(path, error))
    }
  }
}
