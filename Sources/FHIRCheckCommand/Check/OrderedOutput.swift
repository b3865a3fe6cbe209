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
    var stream: OutputStream
    var progress: ProgressLine
    var listed = 0
    var unreadable: [UnreadablePath] = []
  }

  private static let waitingLimit = 4 << 20

  private let context: CommandContext
  private let separator: String
  private let limit: Int?
  private let monitor: Monitor<State>

  init(context: CommandContext, separator: String, limit: Int?, progress: ProgressLine) {
    self.context = context
    self.separator = separator
    self.limit = limit
    monitor = Monitor(State(stream: OutputStream(context: context), progress: progress))
  }

  /// Whether the report cannot be written, which is a failure of the run.
  var isBroken: Bool { monitor.withLock { $0.stream.failure.map { !$0.isClosedPipe } ?? false } }

  /// Whether whoever read the report has gone, such as `head`. What remains is judged all the same, for the exit code.
  var hasNoReader: Bool { monitor.withLock { $0.stream.failure?.isClosedPipe ?? false } }

  /// Writes what belongs before and after all issues.
  func write(_ bytes: [UInt8]) {
    monitor.withLock { state in
      state.progress.clear()
      state.stream.append(bytes[...])
    }
  }

  /// Waits until everything that stands before has been finished, or nothing can be written any more.
  func await(_ turn: Turn) {
    monitor.withLock(when: { $0.head == turn || $0.stream.failure != nil }) { _ in }
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
      write(piece, &state)
    }
  }

  /// Shows that something goes on in a large file.
  func progress(bytes: Int) {
    monitor.withLock { $0.progress.add(bytes: bytes) }
  }

  /// Writes out what is still held, and says what became of it.
  func close() -> (failure: SystemError?, listed: Int, unreadable: [UnreadablePath]) {
    monitor.withLock { state in
      state.progress.clear()
      state.stream.flush()
      return (state.stream.failure, state.listed, state.unreadable)
    }
  }

  /// What is known once all inputs are finished.
  var outcome: (listed: Int, unreadable: [UnreadablePath]) {
    monitor.withLock { ($0.listed, $0.unreadable) }
  }

  private func add(_ piece: Piece, _ ending: Ending?, _ turn: Turn) {
    monitor.withLock(when: { state in
      turn == state.head || state.waitingBytes < OrderedOutput.waitingLimit || state.stream.failure != nil
    }) { state in
      guard turn == state.head else {
        state.waiting[turn, default: Waiting()].pieces.append(piece)
        state.waiting[turn]?.ending = ending
        state.waitingBytes += piece.bytes.count
        return
      }
      write(piece, &state)
      guard let ending else { return }
      finishHead(ending, &state)
      while let next = state.waiting.removeValue(forKey: state.head) {
        for piece in next.pieces {
          state.waitingBytes -= piece.bytes.count
          write(piece, &state)
        }
        guard let ending = next.ending else { return }
        finishHead(ending, &state)
      }
    }
  }

  private func finishHead(_ ending: Ending, _ state: inout State) {
    if let path = ending.errorPath, let error = ending.error, !state.hasFailed {
      state.hasFailed = true
      state.unreadable.append(UnreadablePath(path: path, reason: error.reason))
      state.progress.clear()
      state.stream.flush()
      let name = path.byBytes == "-" ? "standard input" : TerminalText.visible(path)
      context.report("\(name): \(error.reason)")
    }
    guard ending.isLastPart else {
      state.head.part += 1
      return
    }
    state.head = Turn(item: state.head.item + 1)
    (state.hasHeading, state.hasFailed) = (false, false)
    if context.outputIsTerminal, state.stream.isHolding {
      state.progress.clear()
      state.stream.flush()
    }
    state.progress.addFile()
  }

  private func write(_ piece: Piece, _ state: inout State) {
    let count = min(piece.count, limit.map { $0 - state.listed } ?? .max)
    guard count > 0, !state.hasFailed else { return }
    if state.listed > 0 { state.stream.append(Array(separator.utf8)[...]) }
    if piece.opensFile || !state.hasHeading { state.stream.append(piece.heading[...]) }
    state.hasHeading = true
    state.stream.append(piece.bytes[..<piece.ends[count - 1]])
    state.listed += count
  }
}

/// Standard output with a buffer, which remembers its first failure and then swallows everything.
private struct OutputStream {
  private let context: CommandContext
  private var held: [UInt8] = []
  private(set) var failure: SystemError?

  init(context: CommandContext) {
    self.context = context
  }

  var isHolding: Bool { !held.isEmpty }

  mutating func append(_ bytes: ArraySlice<UInt8>) {
    guard failure == nil else { return }
    held.append(contentsOf: bytes)
    if held.count >= 64 << 10 { flush() }
  }

  mutating func flush() {
    if failure == nil, !held.isEmpty {
      let code = held.withUnsafeBytes { context.writeOutput($0) }
      if code != 0 { failure = SystemError(code: code) }
    }
    held.removeAll(keepingCapacity: true)
  }
}
