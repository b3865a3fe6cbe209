import ClinicalSources
import FHIRReporting
import FHIRText

/// Puts what workers have rendered in the order of the inputs, in bounded memory.
///
/// The input whose turn it is writes straight through; the others are kept until their turn. When too much is kept,
/// workers that are ahead wait. The one whose turn it is never waits, so there is always somebody who goes on.
final class OrderedOutput: Sendable {
  /// A place in the order: an input, or a part of one.
  struct Turn: Hashable {
    var item: Int
    var part = 0
  }

  /// How an input, or a part of one, ended.
  struct Ending: Sendable {
    var errorPath: String?
    var error: SystemError?
    /// Whether no other part follows.
    var isLastPart = true
  }

  private struct Waiting {
    var pieces: [Piece] = []
    var ending: Ending?
  }

  private struct State {
    /// Whose turn it is.
    var head = Turn(item: 0)
    /// Whether an issue of that input is listed.
    var hasHeading = false
    /// Whether a part of it broke off; of what comes after that nothing is told.
    var hasFailed = false
    var waiting: [Turn: Waiting] = [:]
    var waitingBytes = 0
    var streams: [ReportStream]
    var progress: ProgressLine
    /// How many issues the reader of each report is told of, one by one or as more of the same.
    var listed: [Int]
    var unreadable: [UnreadablePath] = []
    var page = PageFindings()

    /// Whether nothing more is written anywhere.
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
  /// Whether whoever read the reports has gone, such as `head`. What remains is judged all the same, for the exit code.
  var hasNoReader: Bool { monitor.withLock { $0.streams.allSatisfy { $0.failure?.error.isClosedPipe ?? false } } }

  /// Writes what belongs before or after all issues of each report.
  func write(_ body: (_ renderer: any ReportRenderer, _ output: inout [UInt8]) -> Void) {
    monitor.withLock { state in
      state.progress.clear()
      for (number, renderer) in renderers.enumerated() {
        state.streams[number].append { body(renderer, &$0) }
      }
    }
  }

  /// Writes what belongs after all issues of each report, told how many of them it lists.
  func writeEnd(_ body: (_ renderer: any ReportRenderer, _ listed: Int, _ output: inout [UInt8]) -> Void) {
    monitor.withLock { state in
      state.progress.clear()
      for (number, renderer) in renderers.enumerated() {
        let listed = state.listed[number]
        state.streams[number].append { body(renderer, listed, &$0) }
      }
    }
  }

  /// Waits until everything that stands before has been finished, or nothing can be written any more.
  func await(_ turn: Turn) {
    monitor.withLock(when: { $0.head == turn || $0.isBroken }) { _ in }
  }

  /// Takes a part of an input's issues.
  func append(_ piece: Piece, of turn: Turn) {
    add(piece, nil, turn)
  }

  /// Takes the last part of an input's issues.
  func finish(_ turn: Turn, _ piece: Piece, _ ending: Ending = Ending()) {
    add(piece, ending, turn)
  }

  /// Writes issues when everything that comes in turn has been finished.
  func appendAtEnd(_ piece: Piece) {
    monitor.withLock { state in
      state.progress.clear()
      (state.hasHeading, state.hasFailed) = (false, false)
      write(piece, &state, limit: nil)
    }
  }

  /// Shows that something goes on in a large file.
  func progress(bytes: Int) {
    monitor.withLock { $0.progress.add(bytes: bytes) }
  }

  /// Writes out what is still held, and says which reports could not be written.
  func close() -> [ReportFailure] {
    monitor.withLock { state in
      state.progress.clear()
      for number in state.streams.indices { state.streams[number].finish() }
      return state.streams.compactMap(\.failure)
    }
  }

  /// What the page for people has of the findings.
  var page: PageFindings { monitor.withLock { $0.page } }

  /// The counts as reports may show them.
  func redacted(_ summary: ReportSummary) -> ReportSummary { redaction?.redacted(summary) ?? summary }

  /// What is in the records, as the page may show it: without sources' names and dates where no values are shown.
  func redacted(_ contents: ReportContents) -> ReportContents { redaction?.redacted(contents) ?? contents }

  /// What is known once all inputs are finished.
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
