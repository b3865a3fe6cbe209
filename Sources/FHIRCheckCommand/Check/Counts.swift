import ClinicalRecords
import FHIRValidation
import Reporting
import Texts

/// What a worker counts; sums do not depend on who counted what.
struct Counts: Sendable {
  var tally = ValidationTally()
  var counted = RecordCounter.Counted()
  var files = 0
  var filesWithIssues = FileSet()
  var filesSkipped = 0
  /// Files in archives that cannot or must not be opened.
  var filesNotOpened = 0

  mutating func add(_ tally: ValidationTally, _ counted: RecordCounter.Counted, of file: Int) {
    files += 1
    if tally.issues.contains(where: { $0.value > 0 }) { filesWithIssues.insert(file) }
    self.tally.merge(tally)
    self.counted.merge(counted)
  }

  /// Counts an input that holds no records of its own.
  mutating func add(_ tally: ValidationTally, of file: Int) { add(tally, RecordCounter.Counted(), of: file) }

  mutating func merge(_ other: Counts) {
    tally.merge(other.tally)
    counted.merge(other.counted)
    files += other.files
    filesWithIssues.formUnion(other.filesWithIssues)
    filesSkipped += other.filesSkipped
    filesNotOpened += other.filesNotOpened
  }

  var summary: ReportSummary {
    var summary = ReportSummary()
    summary.files = files
    summary.filesWithIssues = filesWithIssues.count
    summary.filesSkipped = filesSkipped
    summary.records = tally.records
    summary.issues = tally.issues
    summary.resourceTypes = tally.resourceTypes
    summary.clinicalTypes = counted.census.clinicalTypes.byRawValue
    summary.notChecked = tally.notChecked
    return summary
  }
}

extension Dictionary where Key: RawRepresentable<String>, Value == Int {
  /// The counts under the names that reports use.
  var byRawValue: [ByteText: Int] {
    [ByteText: Int](uniqueKeysWithValues: map { ($0.key.rawValue.byBytes, $0.value) })
  }
}
