public import FHIRTape

/// The files below a folder, at any depth.
///
/// Hidden files and folders are skipped. Symbolic links are followed; a folder that was already entered is not entered
/// again, which ends loops.
public struct FolderTree: FileTree {
  private let root: FilePath
  private var files: [FilePath] = []

  /// Lists a folder.
  ///
  /// - Throws: an error that names the folder, or the folder in it, that cannot be read.
  public init(path: String) throws {
    self = try SystemError.naming(path) { () throws(SystemError) in try FolderTree(FilePath(path)) }
  }

  package init(_ root: FilePath) throws(SystemError) {
    self.root = root
    guard try FileAttributes(of: root).kind == .folder else { throw SystemError(code: SystemError.isNoFolder) }
    for found in FolderWalk(root) {
      if case .file(let path) = found { files.append(path) }
      guard case .unreadable(let path, let error) = found else { continue }
      try SystemError.naming(path.text) { () throws(SystemError) in throw error }
    }
  }

  /// How many files there are.
  public var count: Int { files.count }

  /// The path from the folder; bytes that are not UTF-8 are shown as `\xFF`.
  public func path(of file: Int) -> String { files[file].text(below: root) }

  /// Opens a file for reading.
  public func open(_ file: Int) throws -> ByteRange<FileBytes> { ByteRange(try FileBytes(OpenFile(files[file]))) }
}

/// A container of named files: a folder, or a zip archive.
///
/// Files are identified by their number. They are ordered by the bytes of their names, folder by folder, so a folder
/// and an archive of it have the same files in the same order on every machine.
public protocol FileTree: Sendable {
  associatedtype File: ByteSource
  /// How many files there are.
  var count: Int { get }
  /// The path of a file from the root, with `/` between names and none before the first.
  func path(of file: Int) -> String
  /// Opens a file for reading from its first byte.
  func open(_ file: Int) throws -> File
}

/// Finds the files below a folder, one after another, in the order of the bytes of their names. The walk returns hidden
/// files and folders, devices, pipes and sockets as such. Links are as in a ``FolderTree``.
package struct FolderWalk: Sequence, IteratorProtocol {
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
  private var stack: [(path: FilePath, entries: ArraySlice<FilePath.Entry>)] = []
  private var failure: Found?

  package init(_ root: FilePath) { failure = look(at: root) }

  /// Returns the next file, or something that cannot be read; `nil` at the end.
  package mutating func next() -> Found? {
    if let failure = failure.take() { return failure }
    while let top = stack.indices.last {
      guard let entry = stack[top].entries.popFirst() else {
        stack.removeLast()
        continue
      }
      let path = stack[top].path.appending(entry.name)
      if entry.name.first == UInt8(ascii: ".") { return .hidden(path) }
      if let found = entry.isFile ? .file(path) : look(at: path) { return found }
    }
    return nil
  }

  /// Examines a path that may be a folder, or a link to one, or a device.
  private mutating func look(at path: FilePath) -> Found? {
    do throws(SystemError) {
      let attributes = try FileAttributes(of: path)
      switch attributes.kind {
      case .folder where entered.insert(attributes.identity).inserted:
        stack.append((path, try path.entries()[...]))
      case .folder: break
      case .file: return .file(path)
      case .other: return .special(path)
      }
      return nil
    } catch {
      return .unreadable(path, error)
    }
  }
}
