import RecordSources

/// All inputs of a run, in the order in which they are reported.
///
/// Folders are walked in the order of the bytes of their names, so that the order is the same on every machine.
struct InputList {
  enum Item: Sendable {
    /// A file that the caller named: it is read whatever is in it.
    case named(FilePath)
    /// A file that was found in a folder: it is read when it holds JSON.
    case found(FilePath)
    case standardInput
    case unreadable(FilePath, SystemError)

    /// The path, `nil` for standard input.
    var path: FilePath? {
      switch self {
      case .named(let path), .found(let path), .unreadable(let path, _): path
      case .standardInput: nil
      }
    }
  }

  private(set) var items: [Item] = []

  init(_ paths: [String]) {
    for path in paths {
      if path == "-" { items.append(.standardInput) } else { add(FilePath(path)) }
    }
  }

  /// A path that the caller named.
  private mutating func add(_ path: FilePath) {
    do throws(SystemError) {
      switch try FileAttributes(of: path).kind {
      case .folder: addFiles(below: path)
      case .file:
        addRecords(beside: path)
        items.append(.named(path))
      case .other: items.append(.named(path))
      }
    } catch {
      items.append(.unreadable(path, error))
    }
  }

  /// Who names the export.xml of an Apple Health export means the records that it lists.
  private mutating func addRecords(beside path: FilePath) {
    for folder in AppleHealthExport.recordFolders(of: path.text) {
      guard let kind = try? FileAttributes(of: FilePath(folder)).kind, kind == .folder,
        var head = try? ByteRange(FileBytes(path: path.text)), (try? AppleHealthExport.isExport(&head)) == true
      else { continue }
      addFiles(below: FilePath(folder))
    }
  }

  private mutating func addFiles(below folder: FilePath) {
    var walk = FolderWalk(folder)
    while let found = walk.next() {
      switch found {
      case .file(let path): items.append(.found(path))
      case .unreadable(let path, let error): items.append(.unreadable(path, error))
      }
    }
  }
}
