import ClinicalRecords
import FHIRDiagnostics
import FHIRValidation
import FHIRReporting
import FHIRRowStore

/// Reports the findings of the index of a run: after the issues of all files, in the order of the input.
///
/// The last record of a run may be the copy of any other, so no finding is known earlier. Counting needs only the
/// index. A listed finding names two places, and lines are counted from the start of a file. So findings are sorted by
/// the earlier place and then by the later one, and each of the two passes reads every file at most once, from its
/// start.
struct IdentityReport {
  let items: [InputItem]
  /// The name of the source that came with a file.
  let source: @Sendable (_ file: Int) -> String?
  let reports: ReportSet
  /// How findings are counted and listed.
  let plan: FindingPlan
  /// How many more findings may be listed in order.
  let limit: Int?
  /// The memory for sorting, in bytes.
  let budget: Int
  let threads: Int
  /// The output, after that of all inputs.
  let output: OrderedOutput

  /// The findings, and what was kept of them.
  struct Outcome {
    var counts: IdentitySearches.Counts
    let desk: FindingDesk
  }

  /// Reports all findings; the index cannot be used afterwards.
  func run(_ index: RecordIndex) throws -> Outcome {
    let limit = plan.looksAtAll ? plan.searchLimit : limit
    var (counts, found) = try IdentitySearches(
      items: items, limit: limit, budget: budget / 4, threads: threads, policies: plan.policies
    ).run(index)
    let desk = FindingDesk(plan)
    if limit == 0 || output.hasNoReader && !plan.looksAtAll { return Outcome(counts: counts, desk: desk) }
    var byLater = found.map(\.byLater)
    byLater += try resolveEarlier(FindingQueue(found.map(\.byEarlier), budget: budget / 4))
    let tools = try write(FindingQueue(byLater, budget: budget / 4))
    if plan.baseline != nil { counts.files = FileSet() }
    for tool in tools {
      desk.merge(tool.desk)
      if plan.baseline != nil { counts.files.formUnion(tool.files) }
    }
    counts.findings.subtract(desk.outcome.known)
    return Outcome(counts: counts, desk: desk)
  }

  /// Adds the line of the earlier place to each finding.
  ///
  /// The words of a row are: later file and offset, problem, earlier file, line and column; line 0 means that there is
  /// no earlier place.
  private func resolveEarlier(_ findings: FindingQueue) throws -> [RowSorter] {
    final class Tool {
      let rows: RowSorter
      let reading = SecondReading()
      var file = -1
      var resolver = PositionResolver(excerpts: false)
      init(budget: Int) { rows = RowSorter(budget: budget) }
    }
    let (items, budget) = (items, budget / 4 / threads)
    let tools = try findings.run(threads: threads, { Tool(budget: budget) }) { batch, tool in
      if tool.file != batch.file {
        tool.file = batch.file
        tool.reading.begin(items[batch.file])
        tool.resolver = PositionResolver(excerpts: false)
      }
      for row in batch.rows {
        let position = tool.resolver.position(of: Int(row.w1), in: tool.reading)
        try tool.rows.append(
          IndexRow(row.w2, row.w3, row.w4, row.w0, UInt64(position.line), UInt64(position.column)))
      }
    }
    return tools.map(\.rows)
  }

  /// The tool of a thread that writes findings.
  private final class WritingTool {
    let reading = SecondReading()
    let desk: FindingDesk
    var file = -1
    /// Files with findings that count.
    var files = FileSet()
    var writer: IssueWriter?

    init(_ plan: FindingPlan) { desk = FindingDesk(plan) }
  }

  private func write(_ findings: FindingQueue) throws -> [WritingTool] {
    let (items, source, reports, output, plan) = (items, source, reports, output, plan)
    return try findings.run(threads: threads, { WritingTool(plan) }) { batch, tool in
      if output.isBroken { throw OutputBroken() }
      if output.hasNoReader, !plan.looksAtAll { return }
      if tool.file != batch.file {
        tool.file = batch.file
        tool.reading.begin(items[batch.file])
        tool.desk.begin(items[batch.file].name)
        tool.writer = nil
      }
      // Moved out of the optional, so that it is changed in place.
      var writer =
        tool.writer.take()
        ?? IssueWriter(
          file: items[batch.file].name, number: items.count + batch.file, source: source(batch.file),
          reports: reports, desk: tool.desk, limit: plan.limit == 0 ? 0 : nil)
      let turn = OrderedOutput.Turn(item: items.count, part: batch.number)
      writer.awaitTurn = { output.await(turn) }
      for row in batch.rows {
        guard let problem = IdentityProblem(rawValue: UInt8(truncatingIfNeeded: row.w2)) else { continue }
        let offset = Int(row.w1)
        let range = SourceRange(start: offset, end: offset + 1)
        // Before the label, which drops the bytes before the record.
        let (position, excerpt) = writer.locate(
          range, feed: { tool.reading.feed(&$0, keeping: offset) }, rewind: { tool.reading.rewind() })
        let label = tool.reading.label(at: offset)
        let earlier = row.w4 == 0 ? "" : IdentityReport.name(of: items[Int(row.w3)], line: row.w4, column: row.w5)
        let diagnostic = Diagnostic(
          rule: problem.reportedRule.id, severity: problem.severity, range: range, path: label?.resourceType ?? "",
          message: problem.message(earlier: earlier), record: label)
        writer.write(diagnostic, at: position, excerpt) { output.append($0, of: turn) }
        if tool.desk.tookAny { tool.files.insert(batch.file) }
      }
      tool.desk.closeFile()
      output.finish(turn, writer.takePiece(), OrderedOutput.Ending(isLastPart: false))
      tool.writer = writer
    }
  }

  /// The earlier place: file and line, and the column if the record does not begin its line.
  private static func name(of item: InputItem, line: UInt64, column: UInt64) -> String {
    let file = item.name
    return (file == "-" ? "standard input" : file) + ":\(line)" + (column > 1 ? ":\(column)" : "")
  }
}

extension PositionResolver {
  /// The position of a byte; offsets come in ascending order.
  fileprivate mutating func position(of offset: Int, in reading: SecondReading) -> SourcePosition {
    while true {
      switch locate(SourceRange(start: offset, end: offset + 1)) {
      case .located(let position, _): return position
      case .needsBytes: reading.feed(&self, keeping: .max)
      case .needsRestart:
        reading.rewind()
        restart()
      }
    }
  }
}
