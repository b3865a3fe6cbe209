import HealthPreflight
import ClinicalSources

/// The files that `fhircheck preflight` reads, grouped by project.
///
/// Each named folder is a project with all its files. The named files, and standard input, form one project, for which
/// no file is reported as missing: the caller has selected them.
struct PreflightInputs {
  struct Project {
    var files: [ProjectFile] = []
    var isWhole = true
  }

  /// The items of the report, in the order of the arguments.
  enum Item {
    case file(project: Int, place: Int)
    case unreadable(String, SystemError)
  }

  private(set) var projects = [Project(isWhole: false)]
  private(set) var items: [Item] = []
  /// A file to be checked that a report of this run would replace; `nil` for none.
  private(set) var endangered: FilePath?
  private var written: WrittenFiles
  private let standardInput: Int32
  private let maximumPipeBytes: Int
  /// One byte above the limit, to detect larger files.
  private let mostBytes = Preflight().limits.maximumBytes + 1

  init(paths: [FilePath], standardInput: Int32, maximumPipeBytes: Int, written: [FilePath] = []) {
    self.written = WrittenFiles(written)
    self.standardInput = standardInput
    self.maximumPipeBytes = maximumPipeBytes
    for path in paths { add(path) }
  }

  private mutating func add(_ path: FilePath) {
    var project = 0
    let inputs = InputList(
      [path], standardInput: standardInput, opensArchives: false, maximumPipeBytes: maximumPipeBytes)
    for item in inputs.items {
      if let lost = item as? UnreadableInput {
        items.append(.unreadable(lost.name, lost.error))
        continue
      }
      let file = item as? FileInput
      if let file, !file.isNamed {
        guard isOfInterest(file.name, below: path.text) else { continue }
        if project == 0 {
          projects.append(Project())
          project = projects.count - 1
        }
      }
      if let file { note(file.path) }
      add(item, to: project)
    }
  }

  private mutating func note(_ file: FilePath) {
    if written.contain(file) { endangered = endangered ?? file }
  }

  /// Whether the name indicates a relevant file, and no folder on the path holds third-party or built files.
  private func isOfInterest(_ file: String, below folder: String) -> Bool {
    guard ProjectFile.kind(ofFileAt: file) != nil else { return false }
    let inside = file.utf8.starts(with: folder.utf8) ? file.utf8.dropFirst(folder.utf8.count) : file.utf8[...]
    return !inside.split(separator: UInt8(ascii: "/")).dropLast().contains {
      ProjectFile.isForeign(folder: String(decoding: $0, as: UTF8.self))
    }
  }

  private mutating func add(_ item: any InputItem, to project: Int) {
    do {
      var input = try item.open()
      let bytes = try input.bytes(upTo: mostBytes)
      items.append(.file(project: project, place: projects[project].files.count))
      projects[project].files.append(ProjectFile(path: item.name, bytes: bytes))
    } catch {
      // Nothing is inflated, so only the system can fail.
      items.append(.unreadable(item.name, error as? SystemError ?? .last))
    }
  }
}
