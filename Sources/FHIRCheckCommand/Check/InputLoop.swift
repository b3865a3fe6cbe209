/// Does a job with each input of a run, on several threads.
struct InputLoop<Checker: RecordChecker> {
  let items: [InputList.Item]
  let threads: Int
  let job: FileJob<Checker>

  /// Does all of it, or stops when there is nobody left to write for.
  ///
  /// - Returns: the sums, which do not depend on who counted what.
  func run() -> Counts {
    let shared = Monitor(Shared())
    Threads.run(count: min(threads, items.count)) {
      var reader = InputReader()
      var counts = Counts()
      let counter = RecordCounter(release: job.checker.release)
      while !job.output.isBroken, let index = shared.withLock({ $0.take(of: items.count) }) {
        job.run(items[index], index, &reader, counter, &counts)
      }
      let total = counts
      shared.withLock { $0.counts.merge(total) }
    }
    return shared.withLock { $0.counts }
  }

  /// What workers share besides the output.
  private struct Shared {
    private var next = 0
    var counts = Counts()

    mutating func take(of count: Int) -> Int? {
      guard next < count else { return nil }
      defer { next += 1 }
      return next
    }
  }
}
