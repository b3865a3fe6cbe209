import FHIRDiagnostics
import FHIRValidation
import ClinicalSources

/// The finding of a file that comes from its export and not from its records.
final class FileRemarks {
  private let facts: ExportSet.Facts?
  /// The finding, as far as the records so far show it.
  private(set) var remark: Diagnostic?
  private var hasSeenRecord = false

  init(_ facts: ExportSet.Facts?) {
    self.facts = facts
    remark = facts.flatMap { $0.stub == nil ? StubCheck.missingStub(in: $0.export) : nil }
  }

  /// Receives a record of the file; compares the first one with the stub.
  func visit(_ record: VisitedRecord) {
    guard !hasSeenRecord else { return }
    hasSeenRecord = true
    guard let facts, let stub = facts.stub else { return }
    remark = StubCheck.disagreement(
      of: record.tape, at: record.index, in: record.place, with: stub, in: facts.export)
  }
}
