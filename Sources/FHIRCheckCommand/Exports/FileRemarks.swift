import FHIRDiagnostics
import FHIRValidation
import ClinicalSources

/// The findings of a file that come from its export and not from its records.
final class FileRemarks {
  private let facts: ExportSet.Facts?
  private var remark: Diagnostic?
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

  /// Adds the findings to those of the file, and counts them.
  func add(to diagnostics: inout [Diagnostic], _ tally: inout ValidationTally, _ writer: IssueWriter) {
    guard let remark else { return }
    let place = diagnostics.firstIndex { remark.range < $0.range } ?? diagnostics.count
    diagnostics.insert(remark, at: place)
    tally.findings.add(remark.rule, remark.severity)
    writer.note(fault: remark)
  }
}
