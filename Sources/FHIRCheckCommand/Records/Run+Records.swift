import ClinicalRecords
import ClinicalSources
import FHIRFindings
import FHIRReporting
import FHIRSchema
import FHIRTape
import FHIRValidation

extension Run {
  /// `fhircheck records`: a row for each record of the inputs.
  func records(_ checker: any RecordChecker, _ inputs: InputList) -> ExitCode {
    // By default those before the identity.
    let columns = invocation.columns ?? Array(RecordColumn.allCases.prefix { $0 != .identity })
    var plan = FindingPlan(keepsFaults: true)
    for target in invocation.reports {
      guard let report = Report(opening: target, renderer(columns), in: context) else { return .failure }
      plan.reports.append(report)
    }
    for condition in invocation.conditions {
      for remark in condition.expressions?.remarks ?? [] { context.report(remark, in: condition.text) }
    }
    let exports = ExportSet(inputs.items, isQuiet: !invocation.listsFindings)
    var groups = DuplicateGroups()
    let asked = columns + invocation.conditions.compactMap(\.cell?.column)
    if asked.contains(.duplicateGroup) || asked.contains(.duplicateRole) {
      // The last record may be a copy of the first, so all are compared before a row is written.
      var quiet = context
      (quiet.writeError, quiet.errorIsTerminal) = ({ _ in }, false)
      var report = Report(Report.AtTheEnd(), in: quiet)
      report.limit = 0
      let loop = InputLoop(checker, invocation, inputs, exports, FindingPlan(reports: [report]), in: quiet)
      if case .failed(let reason) = loop.compareRecords(loop.run(comparesRecords: true), { groups.add($0) }).state {
        context.report("the records could not be compared: \(reason)")
        return .failure
      }
    }
    let rows = RecordsChecker(
      checker: checker, maker: RecordRowMaker(columns, invocation, groups), listsFindings: invocation.listsFindings)
    let loop = InputLoop(rows, invocation, inputs, exports, plan, in: context)
    let sum = loop.run()
    var summary = sum.counts.summary
    summary.unreadable = loop.output.unreadable
    loop.output.write { report, _, bytes in report.renderer.render(.end(summary), into: &bytes) }
    return code(loop.output.exitCode(of: summary, for: invocation), of: summary, sum.faults.listed)
  }

  private func renderer(_ columns: [RecordColumn]) -> any ReportRenderer {
    if invocation.format == .jsonl {
      return RecordLinesRenderer(columns: columns, issues: invocation.listsFindings ? JSONLinesRenderer() : nil)
    }
    let isHarmless = invocation.makesFormulasHarmless
    let isOnTerminal = context.outputIsTerminal && !invocation.reports.contains { $0.path != nil }
    return RecordCSVRenderer(columns: columns, isHarmless: isHarmless, isVisible: isHarmless || isOnTerminal)
  }

  /// Reports on standard error inputs without a row, for which a table has no place.
  private func code(_ code: ExitCode, of summary: ReportSummary, _ faults: [LocatedFinding]) -> ExitCode {
    for fault in faults { context.report(FileFaults.sentence(of: fault)) }
    if code == .failure { return code }
    var code = code
    for condition in invocation.conditions {
      let (count, reason) = condition.failures.withLock { $0 }
      if count == 0 { continue }
      context.report(
        "'\(condition.text)' could not be evaluated for \(count) record\(count == 1 ? "" : "s"), without a row now: "
          + TerminalText.visible(reason))
      code = .findings
    }
    let without = summary.notJudged.filter { $0.key != NotJudged.otherRelease.rawValue.byBytes }
    guard !without.isEmpty else { return code }
    let list = without.inOrder.map { "\($0.key.string): \($0.value)" }.joined(separator: ", ")
    context.report("not all of the input has a row (\(list)); 'fhircheck check' says where and why")
    return .findings
  }
}

extension FingerprintKey {
  /// A public key: everybody can reproduce the digests, and prepare contents with equal ones.
  static let published = FingerprintKey([0x6668_6972_6368_6563, 0x6B72_6563_6F72_6473])
}

protocol RowMaker: Sendable {
  /// The rows of a record, without its findings; the first one is its own.
  func rows(of record: VisitedRecord, in input: RowInput) -> [RecordRow]
  /// Whether a row is left out, now that its findings are counted.
  func leavesOut(_ row: RecordRow) -> Bool
  /// The rows of records of an unknown type, by the findings that say so.
  func rows(ofUnknown found: [Finding], in bytes: UnsafeRawBufferPointer) -> [RecordRow]
}

/// Validates the records of an input, and makes a row of each. Rows are passed on as findings of a special rule, so the
/// loop for findings provides their file, their line and their order; renderers recognise them by their ``RowBatch``.
struct RecordsChecker: RecordChecker {
  let checker: any RecordChecker
  let maker: any RowMaker
  let listsFindings: Bool

  var releases: [FHIRRelease] { checker.releases }
  func survey(_ source: some ByteSource) throws -> RecognisedRelease? { try checker.survey(source) }

  func check(
    _ input: CheckedInput, hints: ReleaseHints, observer: RecordObserver, receive: ([Finding]) throws -> Void
  ) throws -> ValidationTally {
    var (bytes, found) = (UnsafeRawBufferPointer?.none, [Finding]())
    if case .memory(let all) = input { bytes = all }
    let rows = PendingRows(maker, RowInput(observer, bytes))
    let tally = try checker.check(input, hints: hints, observer: rows.observer) { batch in
      if bytes == nil { try receive(rows.take(batch, withFindings: listsFindings)) } else { found += batch }
    }
    if let bytes {
      let unknown = found.filter { $0.rule == "structure/unknown-resource-type" }
      if !unknown.isEmpty { rows.rows += maker.rows(ofUnknown: unknown, in: bytes) }
    }
    // Records without findings cause no batch, so a large number of rows is passed on without one.
    try receive(rows.take(found, withFindings: listsFindings))
    return tally
  }
}

/// The rows of records whose findings are not yet complete.
private final class PendingRows {
  private let maker: any RowMaker
  private let input: RowInput
  var rows: [RecordRow] = []

  init(_ maker: any RowMaker, _ input: RowInput) { (self.maker, self.input) = (maker, input) }

  var observer: RecordObserver {
    RecordObserver(
      visit: { [self] record in
        input.observer.visit(record)
        rows += maker.rows(of: record, in: input)
      }, source: input.observer.source, takesOneBatch: true)
  }

  /// Counts sorted findings, of all rows so far, in the rows of their records; passes all on in the order of the input.
  func take(_ found: [Finding], withFindings: Bool) -> [Finding] {
    rows.sort { ($0.range.start, -$0.range.end) < ($1.range.start, -$1.range.end) }
    _ = count(input.observer.card?.findings ?? [])  // These are passed on by the caller.
    let found = count(found)
    var all = RowBatch(rows.filter { !maker.leavesOut($0) }).findings
    rows = []
    if withFindings, !found.isEmpty {
      all += found
      all.sort { $0.range.start < $1.range.start }
    }
    return all
  }

  /// Counts findings in the rows, and returns those that are not in a row that is left out.
  private func count(_ found: [Finding]) -> [Finding] {
    var places: [Int?] = []
    // The rows of the records around the current place, the innermost last.
    var around: [Int] = []
    var next = 0
    for finding in found {
      let place = finding.range.start
      while next < rows.count, rows[next].range.start <= place {
        around.append(next)
        next += 1
      }
      while let last = around.last, rows[last].range.end <= place { around.removeLast() }
      places.append(around.last)
      guard let row = around.last else { continue }
      if finding.severity >= .error { rows[row].errors += 1 }
      if finding.severity == .warning { rows[row].warnings += 1 }
    }
    let leftOut = rows.map(maker.leavesOut)
    return zip(found, places).filter { $0.1.map { !leftOut[$0] } ?? true }.map(\.0)
  }
}
