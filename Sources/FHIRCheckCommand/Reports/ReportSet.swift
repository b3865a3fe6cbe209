import ClinicalSources
import FHIRReporting

/// The reports of one run, and their destinations.
struct ReportSet: Sendable {
  /// The renderer of each report.
  let renderers: [any ReportRenderer]
  /// The reports to which issues are written, by index.
  private(set) var chosen: [Int]
  /// Redacts the output, if requested.
  let redaction: Redaction?
  private let destinations: [ReportDestination]

  /// Whether the HTML page is one of those reports.
  private(set) var hasPage: Bool
  /// Whether the HTML page is the only one.
  var isPageOnly: Bool { hasPage && chosen.count == 1 }
  /// Whether any report other than the page shows excerpts.
  let showsExcerpts: Bool
  /// Whether any report needs the ordinals of equal issues.
  var distinguishesEqualIssues: Bool { chosen.contains { renderers[$0].distinguishesEqualIssues } }

  /// One report, to standard output.
  init(_ renderer: any ReportRenderer, redaction: Redaction? = nil, in context: CommandContext) {
    (renderers, chosen) = ([renderer], [0])
    (hasPage, showsExcerpts) = (false, renderer.showsExcerpts)
    self.redaction = redaction
    destinations = [.output(context)]
  }

  /// Several reports; creates their files.
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

  /// The same reports, of which only some list the current issues.
  func only(_ numbers: [Int]) -> ReportSet {
    var reports = self
    reports.chosen = numbers
    reports.hasPage = numbers.contains { renderers[$0] is PagePlaceholder }
    return reports
  }

  /// A stream for each report.
  var streams: [ReportStream] { destinations.map { ReportStream($0) } }
}

/// What the renderers of this module leave out: they show no excerpts, and most write only lines.
extension ReportRenderer {
  var separator: String { "" }
  var showsExcerpts: Bool { false }

  func renderStart(_ tool: ReportTool, into output: inout [UInt8]) {}
  func renderEnd(_ summary: ReportSummary, into output: inout [UInt8]) {}
}

/// The destination of a report.
enum ReportDestination: Sendable {
  case output(CommandContext)
  /// A file, and its name for messages.
  case file(String, ReportFile)
}

/// A report that cannot be written.
struct ReportFailure: Error {
  /// The name of the destination.
  let name: String
  let error: SystemError
}

/// The output of a report, with a buffer; after its first failure it discards everything.
struct ReportStream {
  private let destination: ReportDestination
  private var held: [UInt8] = []
  private var code: Int32 = 0

  init(_ destination: ReportDestination) {
    self.destination = destination
  }

  var isHolding: Bool { !held.isEmpty }

  /// The failure, if any.
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

  /// Appends what a closure writes into a buffer.
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

  /// Writes the buffer; renames a complete file.
  mutating func finish() {
    flush()
    if code == 0, case .file(_, let file) = destination { code = file.commit() }
  }
}
