import ClinicalSources
import FHIRReporting

/// One report of a run: what writes it, which findings it lists, and where it goes.
struct Report: Sendable {
  /// Which findings are listed if there is a limit.
  enum Choice: Sendable, Equatable {
    /// The first ones, as they come.
    case first
    /// At the end, equally many of each kind.
    case ofEachKind
    /// At the end, those of one kind once, however many there are.
    case grouped
  }

  var format = ReportFormat.text
  let renderer: any ReportRenderer
  /// The largest number of findings to list; `nil` for no limit.
  var limit: Int?
  var choice = Choice.first
  /// The name of the destination, for messages.
  fileprivate var name = "standard output"
  /// Writes the next bytes; returns 0, or the `errno` of the failure.
  fileprivate var write: @Sendable (UnsafeRawBufferPointer) -> Int32
  /// Ends a complete report; returns 0, or the `errno` of the failure.
  fileprivate var commit: @Sendable () -> Int32 = { 0 }

  /// A report to standard output.
  init(_ renderer: any ReportRenderer, in context: CommandContext) {
    (self.renderer, write) = (renderer, context.writeOutput)
  }

  /// A report to the target's destination; creates a file.
  init(_ target: ReportTarget, _ renderer: any ReportRenderer, in context: CommandContext) throws(ReportFailure) {
    self.init(renderer, in: context)
    format = target.format
    guard let path = target.path else { return }
    do throws(SystemError) {
      let file = try ReportFile(path)
      (name, write, commit) = (path.text, { file.write($0) }, { file.commit() })
    } catch {
      throw ReportFailure(name: path.text, error: error)
    }
  }
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
  var failure: ReportFailure? { code == 0 ? nil : ReportFailure(name: report.name, error: SystemError(code: code)) }

  /// Appends what a closure writes into a buffer.
  mutating func append(_ write: (inout [UInt8]) -> Void) {
    guard code == 0 else { return }
    write(&held)
    if held.count >= 64 << 10 { flush() }
  }

  mutating func flush() {
    if code == 0, !held.isEmpty { code = held.withUnsafeBytes(report.write) }
    held.removeAll(keepingCapacity: true)
  }

  /// Writes the buffer; renames a complete file.
  mutating func finish() {
    flush()
    if code == 0 { code = report.commit() }
  }
}
