/// Processes each input of a run, on several threads.
struct InputLoop<Checker: RecordChecker> {
  let items: [InputItem]
  let threads: Int
  /// The least size of a part of a large file of lines, in bytes.
  let partBytes: Int
  let job: FileJob<Checker>
  /// Whether records are counted by source.
  var countsSources = false
  /// Whether records are counted by source and by month, for the HTML page.
  var countsContents = false
  /// Makes a worker's collector of records, from the number of workers.
  var makeCollector: (@Sendable (_ workers: Int) -> RecordCollector)?

  /// Processes all inputs, or stops if no report can be written.
  ///
  /// - Returns: the sums, which do not depend on the distribution of work, and the workers' collectors.
  func run() -> (counts: Counts, desk: FindingDesk, collectors: [RecordCollector]) {
    let exports = job.exports
    // The stub of a file is compared with the file's first record.
    let queue = InputQueue(items, partBytes: partBytes) { exports.facts(of: $0) != nil }
    let shared = Monitor(Shared(queue: queue, desk: FindingDesk(job.plan)))
    let tasks = items.reduce(0) { $0 + $1.partCount(of: partBytes) }
    let workers = max(1, min(threads, tasks))
    Threads.run(count: workers) {
      let worker = Worker(
        countsSources: countsSources || countsContents, countsDates: countsContents,
        collector: makeCollector?(workers), plan: job.plan)
      while !job.output.isBroken, let task = shared.withLock({ $0.queue.take() }) {
        switch task {
        case .whole(let index): job.run(items[index], index, worker)
        case .part(let part, let file): job.run(part, of: file, worker)
        }
      }
      // Here, so that the workers sort in parallel.
      worker.collector?.finish()
      shared.withLock { state in
        state.counts.merge(worker.counts)
        state.desk.merge(worker.desk)
        if let collector = worker.collector { state.collectors.append(collector) }
      }
    }
    return shared.withLock { ($0.counts, $0.desk, $0.collectors) }
  }

  /// The state that workers share, except the output.
  private struct Shared {
    var queue: InputQueue
    var counts = Counts()
    /// The findings that the workers have kept.
    let desk: FindingDesk
    var collectors: [RecordCollector] = []
  }
}
