/// Does a job with each input of a run, on several threads.
struct InputLoop<Checker: RecordChecker> {
  let items: [InputItem]
  let threads: Int
  let job: FileJob<Checker>
  /// Whether records are counted by source.
  var countsSources = false
  /// Makes a worker's collector of records, told how many workers there are.
  var makeCollector: (@Sendable (_ workers: Int) -> RecordCollector)?

  /// Does all of it, or stops when there is nobody left to write for.
  ///
  /// - Returns: the sums, which do not depend on who counted what, and what the workers collected.
  func run() -> (counts: Counts, collectors: [RecordCollector]) {
    let shared = Monitor(Shared())
    let workers = max(1, min(threads, items.count))
    Threads.run(count: workers) {
      let worker = Worker(countsSources: countsSources, collector: makeCollector?(workers))
      while !job.output.isBroken, let index = shared.withLock({ $0.take(of: items.count) }) {
        job.run(items[index], index, worker)
      }
      shared.withLock { state in
        state.counts.merge(worker.counts)
        if let collector = worker.collector { state.collectors.append(collector) }
      }
    }
    return shared.withLock { ($0.counts, $0.collectors) }
  }

  /// What workers share besides the output.
  private struct Shared {
    private var next = 0
    var counts = Counts()
    var collectors: [RecordCollector] = []

    mutating func take(of count: Int) -> Int? {
      guard next < count else { return nil }
      defer { next += 1 }
      return next
    }
  }
}
