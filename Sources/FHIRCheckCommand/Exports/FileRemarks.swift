import FHIRDiagnostics
import FHIRValidation
import ClinicalSources

/// What the export of a file has to say of it besides what is wrong with the records in it.
final class FileRemarks {
  private let facts: ExportSet.Facts?
  private var remark: Diagnostic?
  private var hasSeenRecord = false

  init(_ facts: ExportSet.Facts?) {
    self.facts = facts
    remark = facts.flatMap { $0.stub == nil ? StubCheck.missingStub(in: $0.export) : nil }
  }

  /// Takes in a record of the file; its first one is compared with the stub.
  func visit(_ record: VisitedRecord) {
    guard !hasSeenRecord else { return }
    hasSeenRecord = true
    guard let facts, let stub = facts.stub else { return }
    remark = StubCheck.disagreement(
      of: record.tape, at: record.index, in: record.place, with: stub, in: facts.export)
  }

  /// Puts what there is to say among the findings of the file, and counts it.
  func add(to diagnostics: inout [Diagnostic], _ tally: inout ValidationTally) {
    guard let remark else { return }
    let place = diagnostics.firstIndex { remark.range < $0.range } ?? diagnostics.count
    diagnostics.insert(remark, at: place)
    tally.findings.add(remark.rule, remark.severity)
  }
}
