/// Does a job with each input of a run, on several threads.
struct InputLoop<Checker: RecordChecker> {
  let items: [InputItem]
  let threads: Int
  /// The least size of a part of a large file of lines, in bytes.
  let partBytes: Int
  let job: FileJob<Checker>
  /// Whether records are counted by source.
  var countsSources = false
  /// Whether records are counted by source and by month, for the page for people.
  var countsContents = false
  /// Makes a worker's collector of records, told how many workers there are.
  var makeCollector: (@Sendable (_ workers: Int) -> RecordCollector)?

  /// Does all of it, or stops when the report cannot be written.
  ///
  /// - Returns: the sums, which do not depend on who counted what, and what the workers collected.
  func run() -> (counts: Counts, desk: FindingDesk, collectors: [RecordCollector]) {
    let exports = job.exports
    // What a stub says of a file is compared with the first record in it.
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
      // Here, so that the workers sort at the same time.
      worker.collector?.finish()
      shared.withLock { state in
        state.counts.merge(worker.counts)
        state.desk.merge(worker.desk)
        if let collector = worker.collector { state.collectors.append(collector) }
      }
    }
    return shared.withLock { ($0.counts, $0.desk, $0.collectors) }
  }

  /// What workers share besides the output.
  private struct Shared {
    var queue: InputQueue
    var counts = Counts()
    /// What the workers have kept of the findings.
    let desk: FindingDesk
    var collectors: [RecordCollector] = []
  }
}
