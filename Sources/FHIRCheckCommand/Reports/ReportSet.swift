import ClinicalSources
import FHIRReporting

/// The reports of one run, and where each of them goes.
struct ReportSet: Sendable {
  /// What writes the issues, a renderer for each report.
  let renderers: [any ReportRenderer]
  /// Takes the values of records out of what is written, where that was asked for.
  let redaction: Redaction?
  private let destinations: [ReportDestination]

  /// Whether one of them is the page for people.
  let hasPage: Bool
  /// Whether a report that is written while the run goes on shows lines.
  let showsExcerpts: Bool

  /// One report, to standard output.
  init(_ renderer: any ReportRenderer, in context: CommandContext) {
    renderers = [renderer]
    (hasPage, showsExcerpts) = (false, renderer.showsExcerpts)
    redaction = nil
    destinations = [.output(context)]
  }

  /// Some reports; their files are made here.
  init(
    _ targets: [ReportTarget], redaction: Redaction? = nil, in context: CommandContext,
    makeRenderer: (ReportFormat) -> any ReportRenderer
  ) throws(ReportFailure) {
    var destinations: [ReportDestination] = []
    for target in targets {
      guard let path = target.path else {
        destinations.append(.output(context))
        continue
      }
      do throws(SystemError) {
        destinations.append(.file(path.text, try ReportFile(path)))
      } catch {
        throw ReportFailure(name: path.text, error: error)
      }
    }
    self.destinations = destinations
    self.redaction = redaction
    renderers = targets.map { makeRenderer($0.format) }
    hasPage = renderers.contains { $0 is PagePlaceholder }
    showsExcerpts = renderers.contains(where: \.showsExcerpts)
  }

  /// The reports without those that some other writes; they stay in their places, and write nothing of a finding.
  func leaving(where isLeft: (any ReportRenderer) -> Bool) -> ReportSet {
    ReportSet(self, renderers.map { isLeft($0) ? PagePlaceholder() : $0 }, hasPage: hasPage, redaction)
  }

  /// The same reports for findings that show no values any more.
  var ofRedacted: ReportSet { ReportSet(self, renderers, hasPage: false, nil) }

  private init(_ other: ReportSet, _ renderers: [any ReportRenderer], hasPage: Bool, _ redaction: Redaction?) {
    self.renderers = renderers
    self.redaction = redaction
    self.hasPage = hasPage
    showsExcerpts = other.showsExcerpts
    destinations = other.destinations
  }

  /// A stream for each report.
  var streams: [ReportStream] { destinations.map { ReportStream($0) } }
}

/// Where a report goes.
enum ReportDestination: Sendable {
  case output(CommandContext)
  /// A file, and what to call it.
  case file(String, ReportFile)
}

/// A report that cannot be written.
struct ReportFailure: Error {
  /// What to call the place where it should go.
  let name: String
  let error: SystemError
}

/// The way of a report to its place, with a buffer; remembers its first failure and then swallows everything.
struct ReportStream {
  private let destination: ReportDestination
  private var held: [UInt8] = []
  private var code: Int32 = 0

  init(_ destination: ReportDestination) {
    self.destination = destination
  }

  var isHolding: Bool { !held.isEmpty }

  /// What has gone wrong.
  var failure: ReportFailure? {
    guard code != 0 else { return nil }
    let name =
      switch destination {
      case .output: "standard output"
      case .file(let name, _): name
      }
    return ReportFailure(name: name, error: SystemError(code: code))
  }

  mutating func append(_ bytes: ArraySlice<UInt8>) {
    guard code == 0 else { return }
    held.append(contentsOf: bytes)
    if held.count >= 64 << 10 { flush() }
  }

  /// Appends what somebody writes into a buffer.
  mutating func append(_ write: (inout [UInt8]) -> Void) {
    guard code == 0 else { return }
    write(&held)
    if held.count >= 64 << 10 { flush() }
  }

  mutating func flush() {
    if code == 0, !held.isEmpty {
      code = held.withUnsafeBytes { bytes in
        switch destination {
        case .output(let context): context.writeOutput(bytes)
        case .file(_, let file): file.write(bytes)
        }
      }
    }
    held.removeAll(keepingCapacity: true)
  }

  /// Writes out what is held; a file that is complete gets its name.
  mutating func finish() {
    flush()
    if code == 0, case .file(_, let file) = destination { code = file.commit() }
  }
}
