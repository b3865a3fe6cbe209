import FHIRFindings
import HealthPreflight
import ClinicalSources
import FHIRReporting

extension Run {
  /// `fhircheck preflight`: reads a few small files one after another, and writes the same report as `check`.
  func preflight(_ inputs: PreflightInputs) -> ExitCode {
    guard let plan = invocation.openReports(in: context) else { return .failure }
    let tool = ReportTool(name: "fhircheck", version: Version.current, release: "")
    let output = OrderedOutput(tool, plan, in: context)
    let found = inputs.projects.map { Preflight().check($0.files, isWholeProject: $0.isWhole) }
    let worker = Worker(output)
    for (index, item) in inputs.items.enumerated() {
      switch item.place {
      case .failure(let error):
        worker.begin(ReportedFile(number: index, name: item.name))
        worker.finish(error)
      case .success(let place):
        let report = found[place.project][place.file]
        let file = inputs.projects[place.project].files[place.file]
        file.bytes.withUnsafeBytes { bytes in
          worker.begin(ReportedFile(number: index, name: report.path), nil, report.isText ? Locator(bytes) : nil)
          // Places in memory are found without reading.
          try? worker.report(report.findings)
        }
        // An Xcode project file is counted if it has findings: it is not a property list of the app.
        let isCounted = file.kind != .buildSettings || !report.findings.isEmpty
        worker.counts.add(worker.settled(), of: index, as: isCounted ? .otherUse : .none)
        worker.finish()
      }
    }
    worker.report(invocation.endedExemptions(nil), from: inputs.items.count)
    // The property lists are what was to be read.
    var summary = worker.counts.summary
    (summary.subject, summary.filesOfOtherUse) = (.propertyLists, 0)
    summary.foundConfiguration = invocation.shownConfiguration
    summary.statistics = plan.countsKinds ? worker.statistics : nil
    summary.setAside = plan.setAside(worker.counts, looksForCopies: true)
    return output.end(summary, of: invocation, tool)
  }
}

/// The files that `fhircheck preflight` reads, by project. Each named folder is a project with all its files. Named
/// files and standard input form one for which no file is reported as missing, since the caller has selected them.
struct PreflightInputs {
  /// The items of the report, in the order of the arguments: the project and the place of a file, or why there is none.
  typealias Item = (name: String, place: Result<(project: Int, file: Int), SystemError>)

  private(set) var projects = [(files: [ProjectFile](), isWhole: false)]
  private(set) var items: [Item] = []
  /// A file to be checked that a report of this run would replace; `nil` for none.
  private(set) var endangered: FilePath?
  /// One byte above the limit, to detect larger files.
  private let mostBytes = Preflight().limits.maximumBytes + 1

  init(_ paths: [FilePath], of invocation: Invocation, in context: CommandContext) {
    var written = WrittenFiles(invocation.writtenFiles)
    for path in paths {
      var project = 0
      for item in InputList([path], of: invocation, in: context, areRecords: false).items {
        if let file = item as? FileInput {
          if !file.isNamed, !isOfInterest(file.name, below: path.text) { continue }
          if !file.isNamed, project == 0 {
            project = projects.count
            projects.append(([], true))
          }
          if written.contain(file.path) { endangered = endangered ?? file.path }
        }
        add(item, to: project)
      }
    }
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
      let file = ProjectFile(path: item.name, bytes: try input.bytes(upTo: mostBytes))
      items.append((item.name, .success((project, projects[project].files.count))))
      projects[project].files.append(file)
    } catch {
      // Nothing is inflated, so only the system can fail.
      items.append((item.name, .failure(error as? SystemError ?? .last)))
    }
  }
}
