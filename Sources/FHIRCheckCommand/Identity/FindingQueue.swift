import FHIRRowStore
import ClinicalRecords

/// Hands out findings by the file that the first word of their rows names: those of one file go to one worker, in
/// order, so that it opens the file once.
final class FindingQueue: Sendable {
  /// Findings of one file that a worker takes on at a time.
  struct Batch {
    /// Its number in the order of all.
    let number: Int
    let file: Int
    let rows: [IndexRow]
    /// Whether the file has no more.
    let endsFile: Bool
  }

  private struct State {
    let merge: RowMerge
    var next: IndexRow?
    var count = 0
    /// Whether somebody works on a file that has more.
    var isFileTaken = false
    var failure: (any Error)?

    mutating func take() throws -> Batch? {
      guard let first = next else { return nil }
      var rows = [first]
      next = try merge.next()
      while rows.count < FindingQueue.batchSize, let row = next, row.w0 == first.w0 {
        rows.append(row)
        next = try merge.next()
      }
      isFileTaken = next?.w0 == first.w0
      count += 1
      return Batch(number: count - 1, file: Int(first.w0), rows: rows, endsFile: !isFileTaken)
    }
  }

  private static let batchSize = 1024
  private let state: Monitor<State>

  /// Ends the sorters, which hold the rows.
  init(_ sorters: [RowSorter], budget: Int) throws {
    let merge = try RowMerge(sorters, budget: budget)
    state = Monitor(State(merge: merge, next: try merge.next()))
  }

  /// Does a job with all findings, on several threads, each with something of its own to work with.
  ///
  /// - Returns: what the threads worked with.
  /// - Throws: the first failure, after which nothing more is handed out.
  func run<Tool>(
    threads: Int, _ makeTool: @escaping @Sendable () -> Tool,
    _ job: @escaping @Sendable (Batch, Tool) throws -> Void
  ) throws -> [Tool] {
    let tools = Monitor<[Tool]>([])
    Threads.run(count: threads) { [self] in
      let tool = makeTool()
      var batch = take(after: nil)
      while let taken = batch {
        do {
          try job(taken, tool)
        } catch {
          stop(error)
        }
        batch = take(after: taken)
      }
      tools.withLock { $0.append(tool) }
    }
    if let failure = state.withLock({ $0.failure }) { throw failure }
    return tools.withLock { $0 }
  }

  private func take(after previous: Batch?) -> Batch? {
    // Whoever works on a file goes on with it; the others wait for the next file.
    let goesOn = previous.map { !$0.endsFile } ?? false
    return state.withLock(when: { goesOn || !$0.isFileTaken || $0.failure != nil }) { state -> Batch? in
      if state.failure != nil { return nil }
      do {
        return try state.take()
      } catch {
        state.failure = error
        return nil
      }
    }
  }

  private func stop(_ error: any Error) {
    state.withLock(when: { _ in true }) { $0.failure = $0.failure ?? error }
  }
}
