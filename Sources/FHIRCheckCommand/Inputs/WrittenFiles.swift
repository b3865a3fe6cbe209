import ClinicalSources

/// The files that a run writes, if they already exist: they are no input, and nothing that the run reads is replaced. A
/// file that the caller named, or that is in a folder that is read, hidden and excluded ones included, may only be
/// replaced if it is empty, a report of fhircheck, or a plain text that was only found.
struct WrittenFiles {
  private(set) var endangered: FilePath?
  private let files: [FileIdentity: FilePath]

  init(_ paths: [FilePath]) {
    let found = paths.compactMap { path in (try? FileAttributes(of: path)).map { ($0.identity, path) } }
    files = [FileIdentity: FilePath](found) { first, _ in first }
  }

  mutating func contain(_ path: FilePath, isNamed: Bool = false) -> Bool {
    guard !files.isEmpty, let identity = try? FileAttributes(of: path).identity, files[identity] != nil else {
      return false
    }
    if !path.mayBeReplaced(isNamed: isNamed) { endangered = endangered ?? path }
    return true
  }

  /// Notes files below a folder, which may be in hidden folders that nobody enters.
  mutating func note(below folder: FilePath) {
    guard !files.isEmpty, let identity = try? FileAttributes(of: folder).identity else { return }
    for path in files.values.sorted(by: { $0.text < $1.text }) {
      if path.isBelow(identity), !path.mayBeReplaced(isNamed: false) { endangered = endangered ?? path }
    }
  }

  /// Rejects a run that writes two outputs to one file, or replaces its configuration, its baseline or its definitions.
  static func check(_ invocation: Invocation) throws(UsageError) {
    let paths = invocation.writtenFiles
    var places: [Place: FilePath] = [:]
    for path in paths {
      guard let place = Place(path) else { continue }
      if let other = places.updateValue(path, forKey: place) {
        throw UsageError("'\(other.text)' and '\(path.text)' are one file; it is to hold one report, not two")
      }
    }
    var written = WrittenFiles(paths)
    if written.files.isEmpty { return }
    let read = [invocation.configuration.file?.path, invocation.findings.baseline]
    for path in read.compactMap({ $0 }).map({ FilePath($0) }) {
      if written.contain(path) { throw replaced(path, "is the configuration or the baseline of this run") }
    }
    var definitions = invocation.definitions + invocation.terminology + invocation.keys
    if invocation.command == .terminology { definitions += invocation.paths }
    for path in definitions {
      written.note(below: path)
      // What a pack is made of is mostly plain text.
      let isNamed = invocation.command == .terminology
      for case .file(let file) in FolderWalk(path) { _ = written.contain(file, isNamed: isNamed || file == path) }
    }
    if let path = written.endangered { throw replaced(path, "is among the definitions of this run") }
  }

  static func replaced(_ path: FilePath, _ reason: String) -> UsageError {
    UsageError("a report would replace '\(path.text)', which \(reason); choose another file for it")
  }

  /// Where a file is, or will be: the same for every path of it. `nil` for a device, or without a folder.
  private struct Place: Hashable {
    let identity: FileIdentity
    let name: ArraySlice<UInt8>?

    init?(_ path: FilePath) {
      let file = try? FileAttributes(of: path)
      guard let place = file ?? (try? FileAttributes(of: path.folder)), file?.kind ?? .file == .file else { return nil }
      (identity, name) = (place.identity, file == nil ? path.name : nil)
    }
  }
}

extension FilePath {
  fileprivate func isBelow(_ folder: FileIdentity) -> Bool {
    var path = resolved
    while path.folder != path {
      path = path.folder
      if (try? FileAttributes(of: path))?.identity == folder { return true }
    }
    return false
  }

  /// Whether a report may replace the file, which the caller named or the run found.
  fileprivate func mayBeReplaced(isNamed: Bool) -> Bool {
    guard let bytes = try? FileBytes(OpenFile(self)), let kind = try? ContentKind(of: bytes) else { return false }
    switch kind {
    case .empty: return bytes.count == 0
    case .text: return !isNamed
    // The array for GitLab without findings; as an input, nothing tells whose it is.
    case .json: return bytes.isOwnReport || bytes.count == 4 && (try? SmallFile.read(self)) == Array("[\n]\n".utf8)
    case .xml, .html: return bytes.isOwnReport
    default: return false
    }
  }
}
