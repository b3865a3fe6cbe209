import ClinicalSources
import FHIRReporting

/// All inputs of a run, in the order in which they are reported. Folders are walked in the byte order of their names,
/// so the order is the same on every machine. The files of an archive follow it, in the same order.
struct InputList {
  private(set) var items: [any InputItem] = []
  /// What was found in folders and is not an input, by kind.
  private(set) var passedOver: [ByteText: Int] = [:]
  private let invocation: Invocation
  private let context: CommandContext
  /// Whether archives and compressed files are replaced by their content.
  private let opensArchives: Bool
  private let excluded: GlobSet
  private var written: WrittenFiles
  /// An input, or another file of a folder that is read, that a report of this run would replace; `nil` for none.
  var endangered: FilePath? { written.endangered }
  private var inflated: InflatedFile?

  /// - Parameter areRecords: whether archives are opened, and files that the run writes are left out.
  init(_ paths: [FilePath], of invocation: Invocation, in context: CommandContext, areRecords: Bool = true) {
    (self.invocation, self.context, opensArchives) = (invocation, context, areRecords)
    let working = context.workingFolder ?? "/"
    excluded = GlobSet(invocation.excluded, base: invocation.configuration.folder ?? working, working: working)
    written = WrittenFiles(areRecords ? invocation.writtenFiles : [])
    for path in paths { add(path) }
    CardInput.join(&items)
  }

  private var partBytes: Int { invocation.partBytes(in: context) }

  private mutating func add(_ path: FilePath) {
    do {
      if path == .standardInput { return try addPipe(OpenFile(context.standardInput, closes: false), path) }
      let attributes = try FileAttributes(of: path)
      switch attributes.kind {
      case .folder: addFiles(below: path)
      case .file:
        if opensArchives { addRecords(beside: path) }
        if passesOver(path, isNamed: true) { return }
        addFile(path, isNamed: true, opensArchives ? FileForm(of: path, partBytes: partBytes) : .plain)
      case .other: try addPipe(OpenFile(path, waits: true), path)
      }
    } catch {
      addUnreadable(path, error)
    }
  }

  /// If the caller names the export.xml of an Apple Health export, adds the records that it lists.
  private mutating func addRecords(beside path: FilePath) {
    for folder in AppleHealthExport.recordFolders(of: path.text) {
      guard let kind = try? FileAttributes(of: FilePath(folder)).kind, kind == .folder,
        var head = try? ByteRange(FileBytes(path: path.text)), (try? AppleHealthExport.isExport(&head)) == true
      else { continue }
      addFiles(below: FilePath(folder))
    }
  }

  private mutating func addFiles(below folder: FilePath) {
    written.note(below: folder)
    var files: [FilePath] = []
    for found in FolderWalk(folder) {
      switch found {
      case .file(let path): if !passesOver(path) { files.append(path) }
      case .hidden(let path): if !passesOver(hidden: path) { files.append(path) }
      case .special: passedOver["special", default: 0] += 1
      case .unreadable(let path, let error):
        addFiles(files)
        files = []
        items.append(UnreadableInput(path: path, error: error))
      }
    }
    addFiles(files)
  }

  private mutating func addFiles(_ paths: [FilePath]) {
    let forms =
      opensArchives
      ? FileForm.of(paths, partBytes: partBytes, threads: invocation.threads(in: context)) : paths.map { _ in .plain }
    for (path, form) in zip(paths, forms) { addFile(path, isNamed: false, form) }
  }

  /// Whether what is hidden is not read; counts it then. No name hides records where a configuration is expected.
  private mutating func passesOver(hidden path: FilePath) -> Bool {
    if passesOver(path) { return true }
    var kind: ByteText = "hidden"
    if path.name.elementsEqual(Configuration.fileName.utf8), let bytes = try? SmallFile.read(path) {
      let read = try? ConfigurationReader.read(bytes, path: path.text, folder: "/", today: "")
      if read?.faults.isEmpty == true {
        kind = ReportSummary.NoInput.configuration.rawValue.byBytes
      } else if bytes.firstRange(of: "resourceType".utf8) != nil {
        return false
      }
    }
    passedOver[kind, default: 0] += 1
    return true
  }

  /// Whether a file is not read because the caller left it out, or because this run writes it; counts it then.
  private mutating func passesOver(_ path: FilePath, isNamed: Bool = false) -> Bool {
    let isWritten = written.contain(path, isNamed: isNamed)
    let isExcluded = excluded.matches(path.text)
    let kind = isExcluded ? ReportSummary.NoInput.excluded : .written
    if isExcluded || isWritten { passedOver[kind.rawValue.byBytes, default: 0] += 1 }
    return isExcluded || isWritten
  }

  private mutating func addFile(_ path: FilePath, isNamed: Bool, _ form: FileForm) {
    guard form.isArchive else { return items.append(FileInput(path: path, form: form, isNamed: isNamed)) }
    do {
      let bytes = try ReopenedFile(path)
      try addArchive(bytes, form, path.text, bytes.attributes.identity)
    } catch {
      addUnreadable(path, error)
    }
  }

  private mutating func addPipe(_ file: consuming OpenFile, _ path: FilePath) throws {
    let pipe = try PipedInput(file, name: path.text, partBytes: partBytes, limit: invocation.maximumPipeBytes)
    guard invocation.readsFrames, path == .standardInput else { return try add(pipe) }
    let (frames, fault) = try FramedStream.frames(in: pipe.content)
    for (header, bytes) in frames { add(header, bytes) }
    if fault != nil { addUnreadable(.standardInput, SystemError(code: SystemError.isNotFramed)) }
  }

  mutating func add(_ header: FramedStream.Header, _ bytes: ByteSlice) {
    do {
      try add(PipedInput(header, bytes, partBytes: partBytes))
    } catch {
      addUnreadable(FilePath(header.file), error)
    }
  }

  private mutating func add(_ pipe: PipedInput) throws {
    guard opensArchives, pipe.form.isArchive else { return items.append(pipe) }
    try addArchive(pipe.content, pipe.form, pipe.name)
  }

  private mutating func addArchive(
    _ bytes: some RandomAccessBytes, _ form: FileForm, _ name: String, _ identity: FileIdentity? = nil
  ) throws {
    let archive = try ArchiveInput(bytes, form, name: name, identity) {
      let file = try inflated ?? InflatedFile(limit: invocation.maximumPipeBytes)
      inflated = file
      return file
    }
    items.append(archive)
    items += (0..<archive.files.count).map { ArchiveEntry(archive: archive, file: $0) }
  }

  private mutating func addUnreadable(_ path: FilePath, _ error: any Error) {
    // Reading throws no other errors.
    items.append(UnreadableInput(path: path, error: error as? SystemError ?? .last))
  }
}
