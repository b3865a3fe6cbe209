import ClinicalSources

/// How a run divides its inputs among threads.
struct InputDivision {
  var threads = 1
  /// The least size of a part of a large file of lines.
  var partBytes = Int.max
}

/// The unit of work of a worker.
enum InputTask {
  /// An input, by its index.
  case whole(Int)
  /// A part of a large file of lines.
  case part(LineParts.Part, of: PartedFile)
}

/// Hands out the inputs of a run in order, and the parts of a large file in order: so the worker whose turn it is in
/// the report never waits for one that has not started.
struct InputQueue {
  private let items: [InputItem]
  private let partBytes: Int
  /// Whether one worker must read an input from beginning to end.
  private let isWhole: (Int) -> Bool
  private var next = 0
  private var current: (file: PartedFile, parts: LineParts)?

  init(_ items: [InputItem], partBytes: Int, isWhole: @escaping (Int) -> Bool) {
    self.items = items
    self.partBytes = partBytes
    self.isWhole = isWhole
  }

  /// The next task; `nil` if all have been handed out.
  mutating func take() -> InputTask? {
    while true {
      if let file = current?.file {
        if let part = current?.parts.next() { return .part(part, of: file) }
        current = nil
      }
      guard next < items.count else { return nil }
      let index = next
      next += 1
      guard !isWhole(index), let file = PartedFile(items[index], index) else { return .whole(index) }
      current = (file, file.parts(of: partBytes))
    }
  }
}

extension Invocation {
  /// How many threads read inputs: the number of processors, unless the caller limits it. More threads would only wait
  /// for each other.
  func threads(in context: CommandContext) -> Int { min(jobs ?? .max, context.processors) }

  /// The least size of a part of a large file of lines. A single thread reads the file without counting lines first.
  func partBytes(in context: CommandContext) -> Int { threads(in: context) > 1 ? context.partBytes : .max }

  /// The output of a run over some inputs, with its progress.
  func output(to reports: ReportSet, limit: Int?, of items: [InputItem], in context: CommandContext) -> OrderedOutput {
    OrderedOutput(
      context: context, reports: reports, limit: limit,
      progress: ProgressLine(
        context: context, total: items.count, isShown: context.errorIsTerminal && showsProgress))
  }

  /// The inputs for paths.
  func inputs(_ paths: [FilePath], in context: CommandContext) -> InputList {
    let working = context.workingFolder ?? "/"
    return InputList(
      paths, standardInput: context.standardInput,
      division: InputDivision(threads: threads(in: context), partBytes: partBytes(in: context)),
      maximumPipeBytes: maximumPipeBytes, readsFrames: readsFrames,
      excluded: GlobSet(excluded, base: configuration.folder ?? working, working: working), written: writtenFiles)
  }
}
