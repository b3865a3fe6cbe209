import ClinicalSources
import FHIRReporting
import FHIRText

/// Puts the output of the workers in the order of the inputs, in bounded memory.
///
/// The output of the current input is written immediately; that of later inputs is kept until their turn. If too much
/// is kept, their workers wait. The worker of the current input never waits, so the run always makes progress.
final class OrderedOutput: Sendable {
  /// A place in the order: an input, or a part of one.
  struct Turn: Hashable {
    var item: Int
    var part = 0
  }

  /// How the processing of an input, or of a part, ended.
  struct Ending: Sendable {
    var errorPath: String?
    var error: SystemError?
    /// Whether this is the last part.
    var isLastPart = true
  }

  private struct Waiting {
    var pieces: [Piece] = []
    var ending: Ending?
  }

  private struct State {
    /// The current turn.
    var head = Turn(item: 0)
    /// Whether an issue of that input was listed.
    var hasHeading = false
    /// Whether reading a part of it failed; the parts after that are not reported.
    var hasFailed = false
    var waiting: [Turn: Waiting] = [:]
    var waitingBytes = 0
    var streams: [ReportStream]
    var progress: ProgressLine
    /// For each report, how many issues its reader knows of: listed, or counted as more of the same.
    var listed: [Int]
    var unreadable: [UnreadablePath] = []
    var page = PageFindings()

    /// Whether no report can be written.
    var isBroken: Bool { streams.allSatisfy { $0.failure != nil } }

    mutating func flush() {
      progress.clear()
      for number in streams.indices { streams[number].flush() }
    }
  }

  private static let waitingLimit = 4 << 20

  private let context: CommandContext
  private let renderers: [any ReportRenderer]
  private let redaction: Redaction?
  private let limit: Int?
  private let monitor: Monitor<State>

  init(context: CommandContext, reports: ReportSet, limit: Int?, progress: ProgressLine) {
    self.context = context
    renderers = reports.renderers
    redaction = reports.redaction
    self.limit = limit
    let streams = reports.streams
    monitor = Monitor(
      State(streams: streams, progress: progress, listed: Array(repeating: 0, count: streams.count)))
  }

  /// Whether a report cannot be written, which is a failure of the run.
  var isBroken: Bool {
    monitor.withLock { $0.streams.contains { $0.failure.map { !$0.error.isClosedPipe } ?? false } }
  }
  /// Whether the readers of all reports have gone, such as `head`. The rest is still validated, for the exit code.
  var hasNoReader: Bool { monitor.withLock { $0.streams.allSatisfy { $0.failure?.error.isClosedPipe ?? false } } }

  /// Writes what comes before or after all issues of each report.
  func write(_ body: (_ renderer: any ReportRenderer, _ output: inout [UInt8]) -> Void) {
    monitor.withLock { state in
      state.progress.clear()
      for (number, renderer) in renderers.enumerated() {
        state.streams[number].append { body(renderer, &$0) }
      }
    }
  }

  /// Writes what comes after all issues of each report; `body` receives how many issues the report lists.
  func writeEnd(_ body: (_ renderer: any ReportRenderer, _ listed: Int, _ output: inout [UInt8]) -> Void) {
    monitor.withLock { state in
      state.progress.clear()
      for (number, renderer) in renderers.enumerated() {
        let listed = state.listed[number]
        state.streams[number].append { body(renderer, listed, &$0) }
      }
    }
  }

  /// Waits until everything before a turn has been finished, or no report can be written.
  func await(_ turn: Turn) {
    monitor.withLock(when: { $0.head == turn || $0.isBroken }) { _ in }
  }

  /// Writes a part of an input's issues.
  func append(_ piece: Piece, of turn: Turn) {
    add(piece, nil, turn)
  }

  /// Writes the last part of an input's issues.
  func finish(_ turn: Turn, _ piece: Piece, _ ending: Ending = Ending()) {
    add(piece, ending, turn)
  }

  /// Writes issues after everything that has a turn.
  func appendAtEnd(_ piece: Piece) {
    monitor.withLock { state in
      state.progress.clear()
      (state.hasHeading, state.hasFailed) = (false, false)
      write(piece, &state, limit: nil)
    }
  }

  /// Shows progress within a large file.
  func progress(bytes: Int) {
    monitor.withLock { $0.progress.add(bytes: bytes) }
  }

  /// Writes everything that is held, and returns the reports that could not be written.
  func close() -> [ReportFailure] {
    monitor.withLock { state in
      state.progress.clear()
      for number in state.streams.indices { state.streams[number].finish() }
      return state.streams.compactMap(\.failure)
    }
  }

  /// The findings for the HTML page.
  var page: PageFindings { monitor.withLock { $0.page } }

  /// The counts, redacted if requested.
  func redacted(_ summary: ReportSummary) -> ReportSummary { redaction?.redacted(summary) ?? summary }

  /// The content of the records for the HTML page; if redacted, without names of sources and without dates.
  func redacted(_ contents: ReportContents) -> ReportContents { redaction?.redacted(contents) ?? contents }

  /// The facts that are known after the last input.
  var outcome: (listed: [Int], unreadable: [UnreadablePath]) {
    monitor.withLock { ($0.listed, $0.unreadable) }
  }

  private func add(_ piece: Piece, _ ending: Ending?, _ turn: Turn) {
    monitor.withLock(when: { state in
      turn == state.head || state.waitingBytes < OrderedOutput.waitingLimit || state.isBroken
    }) { state in
      guard turn == state.head else {
        state.waiting[turn, default: Waiting()].pieces.append(piece)
        state.waiting[turn]?.ending = ending
        state.waitingBytes += piece.byteCount
        return
      }
      write(piece, &state, limit: limit)
      guard let ending else { return }
      finishHead(ending, &state)
      while let next = state.waiting.removeValue(forKey: state.head) {
        for piece in next.pieces {
          state.waitingBytes -= piece.byteCount
          write(piece, &state, limit: limit)
        }
        guard let ending = next.ending else { return }
        finishHead(ending, &state)
      }
    }
  }

  private func finishHead(_ ending: Ending, _ state: inout State) {
    if let name = ending.errorPath, let error = ending.error, !state.hasFailed {
      let path = redaction?.name(ofFile: name) ?? name
      state.hasFailed = true
      state.unreadable.append(UnreadablePath(path: path, reason: error.reason))
      state.flush()
      let name = path.byBytes == "-" ? "standard input" : TerminalText.visible(path)
      context.report("\(name): \(error.reason)")
    }
    guard ending.isLastPart else {
      state.head.part += 1
      return
    }
    state.head = Turn(item: state.head.item + 1)
    (state.hasHeading, state.hasFailed) = (false, false)
    if context.outputIsTerminal, state.streams.contains(where: \.isHolding) { state.flush() }
    state.progress.addFile()
  }

  private func write(_ piece: Piece, _ state: inout State, limit: Int?) {
    let listed = piece.reports.reduce(0) { max($0, state.listed[$1]) }
    let count = min(piece.count, limit.map { $0 - listed } ?? .max)
    guard count > 0, !state.hasFailed else { return }
    let opensFile = piece.opensFile || !state.hasHeading
    let block = ReportBlock(file: piece.file, severities: piece.severities[..<count])
    for number in piece.reports {
      let (renderer, text) = (renderers[number], piece.texts[number])
      state.streams[number].append { output in
        if listed > 0 { output.append(contentsOf: renderer.separator.utf8) }
        if opensFile { output.append(contentsOf: text.heading) }
        renderer.renderBlockStart(block, into: &output)
        output.append(contentsOf: text.bytes[..<text.ends[count - 1]])
        renderer.renderBlockEnd(into: &output)
      }
      state.listed[number] += count + piece.repeats
    }
    if let page = piece.page { state.page.merge(page) }
    state.hasHeading = true
  }
}
