import ClinicalRecords
import FHIRDiagnostics
import FHIRValidation
import ClinicalSources
import FHIRReporting
import FHIRText

/// What a worker counts; sums do not depend on who counted what.
struct Counts: Sendable {
  var tally = ValidationTally()
  var counted = RecordCounter.Counted()
  var files = 0
  var filesWithIssues = FileSet()
  /// Those of ``files`` that hold no records of their own: archives, and the export.xml of exports.
  var filesOfOtherUse = 0
  /// Those of the other ``files`` in which nothing was judged.
  var filesNotJudged = 0
  /// Files of another kind, and those that were not looked into, by what they are.
  var filesSkipped: [SkippedKind: Int] = [:]
  /// Files in archives that cannot or must not be opened.
  var filesNotOpened = 0

  /// What was counted in an input.
  typealias Taken = (tally: ValidationTally, counted: RecordCounter.Counted)

  /// Counts an input that was read for its records.
  mutating func add(_ taken: Taken, of file: Int) {
    files += 1
    if !taken.tally.hasVerdict(errors: taken.counted.errors) { filesNotJudged += 1 }
    note(taken, of: file)
  }

  /// Counts an input that holds no records of its own.
  mutating func addOther(_ taken: Taken, of file: Int) {
    files += 1
    filesOfOtherUse += 1
    note(taken, of: file)
  }

  /// Counts an input of another kind, and what there is to say about it.
  mutating func addSkipped(_ kind: SkippedKind, _ taken: Taken? = nil, of file: Int) {
    filesSkipped[kind, default: 0] += 1
    if let taken { note(taken, of: file) }
  }

  private mutating func note(_ taken: Taken, of file: Int) {
    if !taken.tally.findings.isEmpty { filesWithIssues.insert(file) }
    tally.merge(taken.tally)
    counted.merge(taken.counted)
  }

  mutating func merge(_ other: Counts) {
    tally.merge(other.tally)
    counted.merge(other.counted)
    files += other.files
    filesWithIssues.formUnion(other.filesWithIssues)
    filesOfOtherUse += other.filesOfOtherUse
    filesNotJudged += other.filesNotJudged
    filesSkipped.merge(other.filesSkipped, uniquingKeysWith: +)
    filesNotOpened += other.filesNotOpened
  }

  var summary: ReportSummary {
    var summary = ReportSummary()
    summary.files = files
    summary.filesWithIssues = filesWithIssues.count
    summary.filesOfOtherUse = filesOfOtherUse
    summary.filesNotJudged = filesNotJudged
    summary.filesNotOpened = filesNotOpened
    summary.filesSkippedByKind = [ByteText: Int](
      uniqueKeysWithValues: filesSkipped.map { ($0.key.name.byBytes, $0.value) })
    summary.records = tally.records
    summary.recordsNotJudged = tally.notJudged[.otherRelease, default: 0]
    summary.notJudged = tally.notJudged.byRawValue
    summary.issues = tally.issues
    summary.rules = tally.findings
    summary.resourceTypes = tally.resourceTypes
    summary.releasesToldBy = tally.releasesToldBy
    summary.clinicalTypes = counted.census.clinicalTypes.byRawValue
    summary.notChecked = tally.notChecked
    return summary
  }
}

extension ValidationTally {
  /// ``releases`` under the names that reports use.
  var releasesToldBy: [ByteText: [ByteText: Int]] {
    [ByteText: [ByteText: Int]](uniqueKeysWithValues: releases.map { ($0.key.byBytes, $0.value.byRawValue) })
  }

  /// Whether these are the counts of an input that was judged: a record was, or an error stands where one should be.
  ///
  /// - Parameter errors: how many errors there are, whether or not they count.
  fileprivate func hasVerdict(errors: Int) -> Bool {
    if records > notJudged[.otherRelease, default: 0] { return true }
    // These have an error each that says that there was nothing to judge.
    let unread = [NotJudged.empty, .notOpened, .otherFormat].reduce(0) { $0 + notJudged[$1, default: 0] }
    return errors > unread
  }

  /// Findings that are errors or worse.
  var errors: Int { issues.reduce(0) { $0 + ($1.key >= .error ? $1.value : 0) } }
}

extension Dictionary where Key: RawRepresentable<String>, Value == Int {
  /// The counts under the names that reports use.
  var byRawValue: [ByteText: Int] {
    [ByteText: Int](uniqueKeysWithValues: map { ($0.key.rawValue.byBytes, $0.value) })
  }
}
