import ClinicalRecords
import FHIRDiagnostics
import FHIRValidation
import FHIRReporting
import FHIRRowStore

/// Reports what the index of a run has found: after the issues of all files, in the order of the input.
///
/// A record's copy may be the last of the run, so nothing can be said before. Counting takes the index alone. For a
/// finding that is listed two places are named, and lines are counted from the start of a file: so findings are sorted
/// by the earlier place, then by the later one, and each time every file is read at most once, from its start.
struct IdentityReport {
  let items: [InputItem]
  /// The name of the source that came with a file.
  let source: @Sendable (_ file: Int) -> String?
  let reports: ReportSet
  /// How many findings may still be listed.
  let limit: Int?
  /// The memory for sorting, in bytes.
  let budget: Int
  let threads: Int
  /// Where the findings go, behind those of all inputs.
  let output: OrderedOutput

  /// Reports everything; uses the index up.
  func run(_ index: RecordIndex) throws -> IdentitySearches.Counts {
    let (counts, found) = try IdentitySearches(items: items, limit: limit, budget: budget / 4, threads: threads)
      .run(index)
    if limit == 0 || output.hasNoReader { return counts }
    var byLater = found.map(\.byLater)
    byLater += try resolveEarlier(FindingQueue(found.map(\.byEarlier), budget: budget / 4))
    try write(FindingQueue(byLater, budget: budget / 4))
    return counts
  }

  /// Puts the line of the earlier place into each finding.
  ///
  /// In words: later file and offset, problem, earlier file, line and column; a line of 0 stands for no earlier place.
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

  private func write(_ findings: FindingQueue) throws {
    final class Tool {
      let reading = SecondReading()
      var file = -1
      var writer: IssueWriter?
    }
    let (items, source, reports, output) = (items, source, reports, output)
    _ = try findings.run(threads: threads, { Tool() }) { batch, tool in
      if output.isBroken { throw OutputBroken() }
      if output.hasNoReader { return }
      if tool.file != batch.file {
        tool.file = batch.file
        tool.reading.begin(items[batch.file])
        tool.writer = nil
      }
      // Taken out, so that it is changed where it is.
      var writer =
        tool.writer.take()
        ?? IssueWriter(
          file: items[batch.file].name, number: items.count + batch.file, source: source(batch.file), reports: reports,
          limit: nil)
      let turn = OrderedOutput.Turn(item: items.count, part: batch.number)
      for row in batch.rows {
        guard let problem = IdentityProblem(rawValue: UInt8(truncatingIfNeeded: row.w2)) else { continue }
        let offset = Int(row.w1)
        let range = SourceRange(start: offset, end: offset + 1)
        let label = tool.reading.label(at: offset)
        let earlier = row.w4 == 0 ? "" : IdentityReport.name(of: items[Int(row.w3)], line: row.w4, column: row.w5)
        let diagnostic = Diagnostic(
          rule: problem.reportedRule.id, severity: problem.severity, range: range, path: label?.resourceType ?? "",
          message: problem.message(earlier: earlier), record: label)
        let (position, excerpt) = writer.locate(
          diagnostic, feed: { tool.reading.feed(&$0, keeping: offset) }, rewind: { tool.reading.rewind() })
        writer.append(diagnostic, at: position, excerpt) { output.append($0, of: turn) }
      }
      output.finish(turn, writer.takePiece(), OrderedOutput.Ending(isLastPart: false))
      tool.writer = writer
    }
  }

  /// The earlier place: file and line, and the column where the record does not begin its line.
  private static func name(of item: InputItem, line: UInt64, column: UInt64) -> String {
    let file = item.name
    return (file == "-" ? "standard input" : file) + ":\(line)" + (column > 1 ? ":\(column)" : "")
  }

  private struct OutputBroken: Error {}
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
