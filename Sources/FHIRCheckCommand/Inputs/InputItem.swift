import FHIRTape
import ClinicalSources

/// One input of a run.
enum InputItem: Sendable {
  /// A file.
  case file(FilePath, FileRole)
  /// Standard input, or another pipe.
  case pipe(PipedInput)
  /// An archive as such: what is wrong with it, and no records. Its files follow, an item each.
  case archive(ArchiveInput)
  /// A file in an archive, by its number there.
  case entry(ArchiveInput, Int)
  /// A path that cannot be read.
  case unreadable(FilePath, SystemError)

  /// What is known of a file before it is opened.
  struct FileRole: OptionSet {
    let rawValue: UInt8
    /// The caller named it, so it should hold JSON. One that was found in a folder is read when it does.
    static let isNamed = FileRole(rawValue: 1)
    static let isGzip = FileRole(rawValue: 2)
    /// It is large and holds lines, so that it can be read in parts.
    static let isLines = FileRole(rawValue: 4)
  }

  var isArchive: Bool { if case .archive = self { true } else { false } }

  /// Whether it is large and holds lines, so that it can be read in parts.
  var isLines: Bool {
    switch self {
    case .file(_, let role): role.contains(.isLines)
    case .pipe(let pipe): pipe.isLines
    case .archive, .entry, .unreadable: false
    }
  }

  /// What reports call it.
  var name: String {
    switch self {
    case .file(let path, _), .unreadable(let path, _): path.text
    case .pipe(let pipe): pipe.name
    case .archive(let archive): archive.name
    case .entry(let archive, let file): archive.name + "/" + archive.zip.path(of: file)
    }
  }

  /// Whether the caller named it, or pipes it in.
  var isNamed: Bool {
    switch self {
    case .file(_, let role): role.contains(.isNamed)
    case .pipe(let pipe): pipe.isNamed
    case .archive, .entry, .unreadable: false
    }
  }

  /// Whether it is skipped unless it begins like JSON; of other files that is an error.
  var mustLookLikeJSON: Bool {
    switch self {
    case .file(let path, let role): !role.contains(.isNamed) && !path.isNamedLikeJSON
    case .entry(let archive, let file): !FilePath(archive.zip.path(of: file)).isNamedLikeJSON
    case .pipe(let pipe): !pipe.isNamed && !FilePath(pipe.name).isNamedLikeJSON
    case .archive, .unreadable: false
    }
  }

  /// Opens it for reading from its first byte, inflated where it is packed.
  ///
  /// - Throws: `SystemError`, or `SourceFault` when an entry is not where its archive says.
  func open() throws -> InputSource {
    switch self {
    case .file(let path, let role):
      let bytes = try FileBytes(OpenFile(path))
      return role.contains(.isGzip) ? InputSource(inflating: bytes) : InputSource(bytes)
    case .pipe(let pipe): return pipe.isGzip ? InputSource(inflating: pipe) : InputSource(pipe)
    case .entry(let archive, let file):
      return InputSource(try archive.zip.open(file), size: archive.zip.size(of: file))
    case .archive: throw SystemError(code: SystemError.isFolder)
    case .unreadable(_, let error): throw error
    }
  }

  /// Its bytes, where they can be read from any place.
  func bytes() throws -> (any RandomAccessBytes)? {
    switch self {
    case .file(let path, let role): role.contains(.isGzip) ? nil : try FileBytes(OpenFile(path))
    case .pipe(let pipe): pipe.isGzip ? nil : pipe
    case .archive, .entry, .unreadable: nil
    }
  }

  /// What it is, whatever its name; `nil` where that is not known.
  var identity: Identity? {
    switch self {
    case .file(let path, _): (try? FileAttributes(of: path)).map { Identity(file: $0.identity, entry: -1) }
    case .entry(let archive, let file): archive.identity.map { Identity(file: $0, entry: file) }
    case .pipe, .archive, .unreadable: nil
    }
  }

  struct Identity: Hashable {
    let file: FileIdentity
    let entry: Int
  }
}
