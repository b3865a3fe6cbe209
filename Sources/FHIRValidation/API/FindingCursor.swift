public import FHIRFindings
public import FHIRTape

/// The findings of an input, one at a time, for a loop that pulls them.
///
/// ```swift
/// let findings = try Validator().cursor(over: source)
/// for try await finding in findings { print(finding.path, finding.message) }
/// print(findings.tally.records)
/// ```
///
/// Code that is not asynchronous writes `while let finding = try findings.next()`. There is no plain `for` loop: it
/// could not throw, so a source that fails would look like one that ends.
///
/// The cursor judges records only as the loop asks for findings, so a loop that stops early leaves the rest unread.
/// Findings come in the order of the records, and about four thousand of them are in memory at a time.
public final class FindingCursor {
  private var run: ValidationRun
  private let pooled: PooledWalker
  private var first: RecordReader.Event?
  private var batch: [Finding] = []
  private var place = 0
  private var isAtEnd = false

  init(_ run: consuming ValidationRun) throws {
    let first = try run.begin()
    pooled = run.walker(for: first)
    self.first = first
    self.run = run
  }

  deinit { run.giveBack(pooled) }

  /// Returns the next finding, or `nil` at the end.
  ///
  /// - Throws: what the source throws; no content of the bytes throws.
  public func next() throws -> Finding? {
    while place == batch.count {
      batch.removeAll(keepingCapacity: true)
      place = 0
      if isAtEnd { return nil }
      isAtEnd = try !run.step(first, &pooled.walker, &batch)
      first = nil
    }
    defer { place += 1 }
    return batch[place]
  }

  /// The counts of everything judged so far.
  public var tally: ValidationTally { run.tally(of: &pooled.walker) }
}

extension FindingCursor: AsyncSequence, AsyncIteratorProtocol {
  /// The cursor itself: a second loop goes on where the first one stopped.
  ///
  /// The loop reads the bytes without yielding its thread. For a source that waits, such as a socket, use
  /// ``Validator/findings(in:holding:)`` on the arriving bytes.
  public func makeAsyncIterator() -> FindingCursor { self }
}

extension Validator {
  /// Validates a source of any size, as the loop asks for findings.
  ///
  /// - Parameter source: the bytes. Wrap a stream that can be read only once in a `BufferedSource`.
  /// - Throws: what the source throws; no content of the bytes throws.
  public func cursor(over source: some ByteSource) throws -> FindingCursor { try FindingCursor(run(over: source)) }
}
