import ClinicalRecords
import ClinicalSources
import FHIRDiagnostics
import FHIRReporting
import FHIRSchema
import FHIRTape
import FHIRSupport
import FHIRValidation

/// Processes the inputs of a run on several threads.
struct InputLoop<Checker: RecordChecker> {
  let job: FileJob<Checker>
  let inputs: InputList
  let context: CommandContext
  let plan: FindingPlan

  var invocation: Invocation { job.invocation }
  var output: OrderedOutput { job.output }

  init(
    _ checker: Checker, _ invocation: Invocation, _ inputs: InputList, _ exports: ExportSet, _ plan: FindingPlan,
    in context: CommandContext
  ) {
    let showsProgress = context.errorIsTerminal && invocation.showsProgress
    let progress = ProgressLine(context: context, total: inputs.items.count, isShown: showsProgress)
    let output = OrderedOutput(context: context, plan: plan, progress: progress)
    job = FileJob(checker: checker, invocation: invocation, exports: exports, output: output)
    (self.inputs, self.context, self.plan) = (inputs, context, plan)
  }

  /// Processes all inputs, or stops if no report can be written.
  ///
  /// - Parameters:
  ///   - comparesRecords: whether records are collected for a comparison.
  ///   - key: the secret of that comparison.
  ///   - request: what is counted of records besides their clinical types.
  /// - Returns: a worker with the work of all.
  func run(
    comparesRecords: Bool = false, key: @autoclosure () -> FingerprintKey = FingerprintKey(),
    counting request: RecordCounts.Request = []
  ) -> Worker {
    let (items, partBytes) = (inputs.items, invocation.partBytes(in: context))
    let tasks = items.reduce(0) { $0 + $1.partCount(of: partBytes) }
    let workers = max(1, min(invocation.threads(in: context), tasks))
    // The stub of a file is compared with the file's first record.
    let queue = InputQueue(items, partBytes: partBytes) { [exports = job.exports] in exports.facts(of: $0) != nil }
    let shared = Monitor((queue: queue, sum: Worker?.none))
    let (key, memory) = (key(), invocation.memory)
    Threads.run(count: workers) { [job, plan] in
      let index = comparesRecords ? RecordIndex(key: key, budget: memory / workers) : nil
      let worker = Worker(FindingFlow(plan, job.output), counting: request, index)
      while !job.output.isBroken, let task = shared.withLock({ $0.queue.take() }) { job.run(task, worker) }
      // Here, so that the workers sort in parallel.
      worker.index?.finish()
      shared.withLock { state in
        state.sum?.merge(worker)
        state.sum = state.sum ?? worker
      }
    }
    let sum = shared.withLock { $0.sum } ?? Worker(FindingFlow(plan, output))
    sum.counts.filesSkipped.merge(inputs.passedOver, uniquingKeysWith: +)
    return sum
  }
}

/// The unit of work: an input, or a part of a large file of lines.
struct InputTask {
  let item: InputItem
  /// The number of the input.
  let index: Int
  /// Its place in the order of all tasks.
  let turn: Int
  var file: PartedFile?
  var part: LineParts.Part?

  /// Whether it is a part of a file that is sent or read in parts.
  var isPart: Bool { part != nil || sentPart != nil }
  /// The position of its first byte in the file.
  var start: PositionCursor { part?.start ?? sentPart?.start ?? PositionCursor() }

  private var sentPart: PipedInput.Part? { if case .pipe(let pipe) = item { pipe.part } else { nil } }

  /// Opens it for reading from its first byte.
  func open() throws -> InputSource {
    if let file, let part { file.open(part) } else { try item.open() }
  }

  /// The release that the records at the beginning of the file show, for a part of one.
  func survey(_ checker: some RecordChecker) throws -> FHIRRelease? {
    if let file { return try file.release { try checker.survey($0) } }
    return try sentPart.flatMap { try checker.survey(ByteRange($0.fromLead)) }
  }
}

/// Hands out the inputs of a run in order, and the parts of a large file in order: so the worker whose turn it is in
/// the report never waits for one that has not started.
struct InputQueue {
  private let items: [InputItem]
  private let partBytes: Int
  /// Whether one worker must read an input from beginning to end.
  private let isWhole: (Int) -> Bool
  private var (next, turn) = (0, -1)
  private var current: (file: PartedFile, parts: LineParts)?

  init(_ items: [InputItem], partBytes: Int, isWhole: @escaping (Int) -> Bool) {
    (self.items, self.partBytes, self.isWhole) = (items, partBytes, isWhole)
  }

  /// The next task; `nil` if all have been handed out.
  mutating func take() -> InputTask? {
    turn += 1
    while true {
      if let file = current?.file {
        if let part = current?.parts.next() {
          return InputTask(item: file.item, index: file.index, turn: turn, file: file, part: part)
        }
        current = nil
      }
      guard next < items.count else { return nil }
      defer { next += 1 }
      guard !isWhole(next), let file = PartedFile(items[next], next) else {
        return InputTask(item: items[next], index: next, turn: turn)
      }
      current = (file, file.parts(of: partBytes))
    }
  }
}

/// How a run divides its inputs among threads.
struct InputDivision {
  var threads = 1
  /// The least size of a part of a large file of lines.
  var partBytes = Int.max
}

extension Invocation {
  /// How many threads read inputs: the number of processors, unless the caller limits it. More threads would only wait
  /// for each other.
  func threads(in context: CommandContext) -> Int { min(jobs ?? .max, context.processors) }

  /// The least size of a part of a large file of lines. A single thread reads the file without counting lines first.
  func partBytes(in context: CommandContext) -> Int { threads(in: context) > 1 ? context.partBytes : .max }

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
