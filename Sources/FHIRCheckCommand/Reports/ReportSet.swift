import ClinicalSources
import FHIRReporting

/// The reports of one run, and where each of them goes.
struct ReportSet: Sendable {
  /// What writes the issues, a renderer for each report.
  let renderers: [any ReportRenderer]
  /// The reports that issues are written to, by their numbers.
  private(set) var chosen: [Int]
  /// Takes the values of records out of what is written, where that was asked for.
  let redaction: Redaction?
  private let destinations: [ReportDestination]

  /// Whether the page for people is one of those that issues are written to.
  private(set) var hasPage: Bool
  /// Whether issues are written to nothing but the page for people.
  var isPageOnly: Bool { hasPage && chosen.count == 1 }
  /// Whether any report but the page shows lines.
  let showsExcerpts: Bool

  /// One report, to standard output.
  init(_ renderer: any ReportRenderer, redaction: Redaction? = nil, in context: CommandContext) {
    (renderers, chosen) = ([renderer], [0])
    (hasPage, showsExcerpts) = (false, renderer.showsExcerpts)
    self.redaction = redaction
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
    chosen = Array(renderers.indices)
    hasPage = renderers.contains { $0 is PagePlaceholder }
    showsExcerpts = renderers.contains(where: \.showsExcerpts)
  }

  /// The same reports, of which only some list the issues at hand.
  func only(_ numbers: [Int]) -> ReportSet {
    var reports = self
    reports.chosen = numbers
    reports.hasPage = numbers.contains { renderers[$0] is PagePlaceholder }
    return reports
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
