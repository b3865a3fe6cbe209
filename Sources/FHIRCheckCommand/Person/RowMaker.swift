import FHIRValidation

/// Makes a row of each record, for ``RecordsChecker``.
protocol RowMaker: Sendable {
  /// The rows of a record, without its findings; the first one is its own.
  func rows(of record: VisitedRecord, in input: RowInput) -> [RecordRow]
  /// Whether a row is left out, now that its findings are counted.
  func leavesOut(_ row: RecordRow) -> Bool
}

extension RowMaker {
  func leavesOut(_ row: RecordRow) -> Bool { false }
}
