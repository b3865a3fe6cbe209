import FHIRTape
import ClinicalSources

/// One input of a run.
enum InputItem: Sendable {
  /// A file.
  case file(FilePath, FileRole)
  /// Standard input, or another pipe.
  case pipe(PipedInput)
  /// An archive as a whole: its faults, without records. Its files follow as separate items.
  case archive(ArchiveInput)
  /// A file in an archive, by its index there.
  case entry(ArchiveInput, Int)
  /// A path that cannot be read.
  case unreadable(FilePath, SystemError)

  /// What is known about a file before it is opened.
  struct FileRole: OptionSet {
    let rawValue: UInt8
    /// The caller named it, so it should hold JSON. A file that was found in a folder is read only if it holds JSON.
    static let isNamed = FileRole(rawValue: 1)
    static let isGzip = FileRole(rawValue: 2)
    /// It is large and consists of lines, so it can be read in parts.
    static let isLines = FileRole(rawValue: 4)
  }

  var isArchive: Bool { if case .archive = self { true } else { false } }

  /// Whether it is large and consists of lines, so that it can be read in parts.
  var isLines: Bool {
    switch self {
    case .file(_, let role): role.contains(.isLines)
    case .pipe(let pipe): pipe.form == .lines
    case .archive, .entry, .unreadable: false
    }
  }

  /// The name in reports.
  var name: String {
    switch self {
    case .file(let path, _), .unreadable(let path, _): path.text
    case .pipe(let pipe): pipe.name
    case .archive(let archive): archive.name
    case .entry(let archive, let file): archive.name + "/" + archive.files.path(of: file)
    }
  }

  /// Whether the caller named it, or passed it through a pipe.
  var isNamed: Bool {
    switch self {
    case .file(_, let role): role.contains(.isNamed)
    case .pipe(let pipe): pipe.isNamed
    case .archive, .entry, .unreadable: false
    }
  }

  /// Whether it is skipped unless it begins like JSON; for other inputs, that is an error.
  var mustLookLikeJSON: Bool {
    switch self {
    case .file(let path, let role): !role.contains(.isNamed) && !path.isNamedLikeJSON
    case .entry(let archive, let file): !FilePath(archive.files.path(of: file)).isNamedLikeJSON
    case .pipe(let pipe): !pipe.isNamed && !FilePath(pipe.name).isNamedLikeJSON
    case .archive, .unreadable: false
    }
  }

  /// Its size in bytes, as it is stored; 0 if unknown.
  var size: Int {
    switch self {
    case .file(let path, _): (try? FileAttributes(of: path).size) ?? 0
    case .pipe(let pipe): pipe.content.count
    case .entry(let archive, let file): archive.files.size(of: file)
    case .archive, .unreadable: 0
    }
  }

  /// Opens it for reading from its first byte, inflated if it is compressed.
  ///
  /// - Throws: `SystemError`, or `SourceFault` if an entry is not where its archive states.
  func open() throws -> InputSource {
    switch self {
    case .file(let path, let role):
      let bytes = try FileBytes(OpenFile(path))
      return role.contains(.isGzip) ? InputSource(inflating: bytes) : InputSource(bytes)
    case .pipe(let pipe):
      return pipe.isGzip ? InputSource(inflating: pipe.content) : InputSource(pipe.content)
    case .entry(let archive, let file):
      return InputSource(try archive.files.open(file), size: archive.files.size(of: file))
    case .archive: throw SystemError(code: SystemError.isFolder)
    case .unreadable(_, let error): throw error
    }
  }

  /// Its bytes, if they support random access.
  func bytes() throws -> (any RandomAccessBytes)? {
    switch self {
    case .file(let path, let role): role.contains(.isGzip) ? nil : try FileBytes(OpenFile(path))
    case .pipe(let pipe): pipe.isGzip ? nil : pipe.content
    case .archive, .entry, .unreadable: nil
    }
  }

  /// Its identity, regardless of its name; `nil` if unknown.
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
