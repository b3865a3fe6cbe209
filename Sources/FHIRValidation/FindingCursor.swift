public import FHIRDiagnostics
public import FHIRTape

/// The findings of an input, one after another, for a loop that asks for the next.
///
/// ```swift
/// let findings = try Validator().cursor(over: source)
/// while let finding = try findings.next() { print(finding.path, finding.message) }
/// print(findings.tally.records)
/// ```
///
/// Records are judged as their findings are asked for, so whoever stops early leaves the rest unread. Findings come in
/// the order of the records, and about four thousand of them are in memory at a time.
public final class FindingCursor {
  private var run: ValidationRun
  private var walker: Walker
  private var first: RecordReader.Event?
  private var batch: [Diagnostic] = []
  private var place = 0
  private var isAtEnd = false

  init(_ run: consuming ValidationRun) throws {
    let first = try run.begin()
    walker = run.walker(for: first)
    self.first = first
    self.run = run
  }

  /// The next finding, `nil` at the end.
  ///
  /// - Throws: what the source throws; never for anything in the bytes.
  public func next() throws -> Diagnostic? {
    while place == batch.count {
      batch.removeAll(keepingCapacity: true)
      place = 0
      if isAtEnd { return nil }
      isAtEnd = try !run.step(first, &walker, &batch)
      first = nil
    }
    defer { place += 1 }
    return batch[place]
  }

  /// The counts of what was judged so far.
  public var tally: ValidationTally { run.tally(of: &walker) }
}

extension Validator {
  /// Judges a source of any size as findings are asked for.
  ///
  /// - Parameter source: the bytes. A stream that comes once goes into a `BufferedSource`.
  /// - Throws: what the source throws; never for anything in the bytes.
  public func cursor(over source: some ByteSource) throws -> FindingCursor {
    try FindingCursor(run(over: source))
  }

  /// Judges a source as findings are asked for, in a `for` loop that awaits each.
  ///
  /// The bytes are read where the loop runs, without giving the thread away: for a source that waits, such as a socket,
  /// use ``findings(in:holding:)`` on what it sends.
  public func findings(from source: some ByteSource) -> SourceFindings {
    SourceFindings(start: { try cursor(over: source) })
  }
}

/// The findings of a source, for a `for` loop: see ``Validator/findings(from:)``.
public struct SourceFindings: AsyncSequence {
  fileprivate let start: () throws -> FindingCursor

  /// Goes over the findings.
  public func makeAsyncIterator() -> Iterator { Iterator(start: start) }

  /// Goes over the findings.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let start: () throws -> FindingCursor
    private var cursor: FindingCursor?

    fileprivate init(start: @escaping () throws -> FindingCursor) { self.start = start }

    /// The next finding, `nil` at the end.
    public mutating func next() async throws -> Diagnostic? {
      let cursor = try cursor ?? start()
      self.cursor = cursor
      return try cursor.next()
    }
  }
}
