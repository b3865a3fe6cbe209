import ClinicalSources
import FHIRReporting

/// One report of a run: what writes it, which findings it lists, and where it goes.
struct Report: Sendable {
  /// How the listed findings are chosen.
  enum Listing: Sendable {
    /// In the order of the run, up to a limit.
    case inOrder(limit: Int?)
    /// At the end.
    case shared(Share)

    var share: Share? { if case .shared(let share) = self { share } else { nil } }
    var limit: Int? {
      switch self {
      case .inOrder(let limit): limit
      case .shared(let share): share.limit
      }
    }
  }

  /// Equally many findings of each kind; those of one kind in one file may form one entry.
  struct Share: Sendable, Equatable {
    var limit: Int
    var groups: Bool
  }

  enum Destination: Sendable {
    case output(CommandContext)
    /// A file, and its name for messages.
    case file(String, ReportFile)
  }

  let format: ReportFormat
  let renderer: any ReportRenderer
  let listing: Listing
  let destination: Destination

  /// A report to standard output.
  init(
    _ renderer: any ReportRenderer, _ listing: Listing = .inOrder(limit: nil), format: ReportFormat = .text,
    in context: CommandContext
  ) {
    (self.format, self.renderer, self.listing, destination) = (format, renderer, listing, .output(context))
  }

  /// A report to the target's destination; creates a file.
  init(
    _ target: ReportTarget, _ renderer: any ReportRenderer, _ listing: Listing = .inOrder(limit: nil),
    in context: CommandContext
  ) throws(ReportFailure) {
    (format, self.renderer, self.listing) = (target.format, renderer, listing)
    guard let path = target.path else {
      destination = .output(context)
      return
    }
    do throws(SystemError) {
      destination = .file(path.text, try ReportFile(path))
    } catch {
      throw ReportFailure(name: path.text, error: error)
    }
  }
}

/// What the renderers of this module leave out: they show no excerpts, and most write only lines.
extension ReportRenderer {
  var separator: String { "" }
  var showsExcerpts: Bool { false }

  func renderStart(_ tool: ReportTool, into output: inout [UInt8]) {}
  func renderEnd(_ summary: ReportSummary, into output: inout [UInt8]) {}
}

/// A report that cannot be written.
struct ReportFailure: Error {
  /// The name of the destination.
  let name: String
  let error: SystemError
}

/// The output of a report, with a buffer; after its first failure it discards everything.
struct ReportStream {
  let report: Report
  /// How many findings its reader knows of: listed, or counted as more of the same.
  var listed = 0
  private var held: [UInt8] = []
  private var code: Int32 = 0

  init(_ report: Report) { self.report = report }

  var isHolding: Bool { !held.isEmpty }

  /// The failure, if any.
  var failure: ReportFailure? {
    guard code != 0 else { return nil }
    let name = if case .file(let name, _) = report.destination { name } else { "standard output" }
    return ReportFailure(name: name, error: SystemError(code: code))
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
        switch report.destination {
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
    if code == 0, case .file(_, let file) = report.destination { code = file.commit() }
  }
}
