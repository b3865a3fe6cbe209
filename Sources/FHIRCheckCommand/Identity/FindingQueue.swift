import FHIRRowStore
import ClinicalRecords

/// Hands out findings by the file in the first word of their rows: one worker gets those of a file in order, so that it
/// opens the file once.
final class FindingQueue: Sendable {
  /// Findings of one file for a worker.
  struct Batch {
    /// Its index among all batches.
    let number: Int
    let file: Int
    let rows: [IndexRow]
    /// Whether these are the last findings of the file.
    let endsFile: Bool
  }

  private struct State {
    let merge: RowMerge
    var next: IndexRow?
    var count = 0
    /// Whether a worker has a file with more findings.
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

  /// Finishes the sorters, which hold the rows.
  init(_ sorters: [RowSorter], budget: Int) throws {
    let merge = try RowMerge(sorters, budget: budget)
    state = Monitor(State(merge: merge, next: try merge.next()))
  }

  /// Processes all findings on several threads, each with its own tool.
  ///
  /// - Returns: the tools of the threads.
  /// - Throws: the first failure, after which no more findings are handed out.
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
    // The worker of a file continues with it; the others wait for the next file.
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
