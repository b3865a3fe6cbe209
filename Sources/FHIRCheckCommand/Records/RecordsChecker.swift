import ClinicalRecords
import FHIRFindings
import FHIRSchema
import FHIRTape
import FHIRValidation

/// Makes a row of each record.
protocol RowMaker: Sendable {
  /// The rows of a record, without its findings; the first one is its own.
  func rows(of record: VisitedRecord, in input: RowInput) -> [RecordRow]
  /// Whether a row is left out, now that its findings are counted.
  func leavesOut(_ row: RecordRow) -> Bool
}

extension RowMaker {
  func leavesOut(_ row: RecordRow) -> Bool { false }
}

/// Validates the records of an input, and makes a row of each.
///
/// Rows are passed on as findings of a special rule, so the loop for findings provides their file, their line and their
/// order; renderers recognise them by their ``RowBatch``.
struct RecordsChecker: RecordChecker {
  let checker: any RecordChecker
  let maker: any RowMaker
  /// Whether findings are passed on, too.
  let listsFindings: Bool

  var releases: [FHIRRelease] { checker.releases }

  func survey(_ source: some ByteSource) throws -> FHIRRelease? { try checker.survey(source) }

  func check(
    _ input: CheckedInput, hints: ReleaseHints, observer: RecordObserver, receive: ([Finding]) throws -> Void
  ) throws -> ValidationTally {
    var (bytes, found) = (UnsafeRawBufferPointer?.none, [Finding]())
    if case .memory(let all) = input { bytes = all }
    let rows = PendingRows(maker, RowInput(file: observer.file, source: observer.source, card: observer.card, bytes))
    let tally = try checker.check(input, hints: hints, observer: rows.watching(observer)) { batch in
      if bytes == nil { try receive(rows.take(batch, withFindings: listsFindings)) } else { found += batch }
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
  private var rows: [RecordRow] = []

  init(_ maker: any RowMaker, _ input: RowInput) { (self.maker, self.input) = (maker, input) }

  /// The observer that makes a row of each record.
  func watching(_ observer: RecordObserver) -> RecordObserver {
    RecordObserver(
      visit: { [self] record in
        observer.visit(record)
        rows += maker.rows(of: record, in: input)
      }, source: input.source, takesOneBatch: true)
  }

  /// Counts findings in the rows of their records, and passes everything on in the order of the input.
  ///
  /// - Parameter found: sorted by place, with all findings of the rows so far.
  func take(_ found: [Finding], withFindings: Bool) -> [Finding] {
    rows.sort { ($0.range.start, -$0.range.end) < ($1.range.start, -$1.range.end) }
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
      switch finding.severity {
      case .fatal, .error: rows[row].errors += 1
      case .warning: rows[row].warnings += 1
      case .information: break
      }
    }
    let leftOut = rows.map(maker.leavesOut)
    return zip(found, places).filter { $0.1.map { !leftOut[$0] } ?? true }.map(\.0)
  }
}
