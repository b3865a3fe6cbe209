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

  var invocation: Invocation { job.invocation }
  var output: OrderedOutput { job.output }
  var plan: FindingPlan { output.plan }
  var context: CommandContext { output.context }

  init(
    _ checker: Checker, _ invocation: Invocation, _ inputs: InputList, _ exports: ExportSet, _ plan: FindingPlan,
    in context: CommandContext
  ) {
    let showsProgress = context.errorIsTerminal && invocation.showsProgress
    let progress = ProgressLine(
      context: context, files: inputs.items.count, bytes: inputs.items.reduce(0) { $0 + $1.size },
      isShown: showsProgress)
    let output = OrderedOutput(context: context, plan: plan, progress: progress)
    job = FileJob(checker: checker, invocation: invocation, exports: exports, output: output)
    self.inputs = inputs
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
    Threads.run(count: workers) { [job] in
      let index = comparesRecords ? RecordIndex(key: key, budget: memory / workers) : nil
      let worker = Worker(FindingFlow(job.output), counting: request, index)
      while !job.output.isBroken, let task = shared.withLock({ $0.queue.take() }) { job.run(task, worker) }
      // Here, so that the workers sort in parallel.
      worker.index?.finish()
      shared.withLock { state in
        state.sum?.merge(worker)
        state.sum = state.sum ?? worker
      }
    }
    let sum = shared.withLock { $0.sum } ?? Worker(FindingFlow(output))
    sum.counts.filesSkipped.merge(inputs.passedOver, uniquingKeysWith: +)
    return sum
  }
}
