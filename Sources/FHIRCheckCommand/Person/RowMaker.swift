import FHIRValidation

/// Makes a row of each record, for ``RecordsChecker``.
protocol RowMaker: Sendable {
  /// Whether rows need what medications elsewhere in the input are called.
  var needsMedications: Bool { get }

  /// The row of a record, without its findings.
  ///
  /// - Parameter source: the name of the source that came with the input.
  func row(of record: VisitedRecord, source: String?, _ medications: BundledMedications) -> RecordRow
}
