import ClinicalRecords
import FHIRDiagnostics
import FHIRValidation
import ClinicalSources
import FHIRReporting
import FHIRText

/// The counts of a worker; their sums do not depend on the distribution of work.
struct Counts: Sendable {
  var tally = ValidationTally()
  var counted = RecordCounter.Counted()
  var files = 0
  var filesWithIssues = FileSet()
  /// How many of ``files`` hold no records of their own: archives, and the export.xml of exports.
  var filesOfOtherUse = 0
  /// How many of the other ``files`` had nothing judged.
  var filesNotJudged = 0
  /// Files of another format, and files that were not examined, by kind.
  var filesSkipped: [SkippedKind: Int] = [:]
  /// Files in archives that cannot or must not be opened.
  var filesNotOpened = 0

  /// The counts of an input.
  typealias Taken = (tally: ValidationTally, counted: RecordCounter.Counted)

  /// Adds the counts of an input that was read for its records.
  mutating func add(_ taken: Taken, of file: Int) {
    files += 1
    if !taken.tally.hasVerdict(errors: taken.counted.errors) { filesNotJudged += 1 }
    note(taken, of: file)
  }

  /// Adds the counts of an input without records of its own.
  mutating func addOther(_ taken: Taken, of file: Int) {
    files += 1
    filesOfOtherUse += 1
    note(taken, of: file)
  }

  /// Adds the counts of an input of another format, and of the findings about it.
  mutating func addSkipped(_ kind: SkippedKind, _ taken: Taken? = nil, of file: Int) {
    filesSkipped[kind, default: 0] += 1
    if let taken { note(taken, of: file) }
  }

  /// Adds the counts of findings about a file, which is no input or counted as one elsewhere.
  mutating func note(_ taken: Taken, of file: Int) {
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
    summary.unjudgedParts = tally.unjudgedParts
    return summary
  }
}

extension ValidationTally {
  /// ``releases`` under the names for reports.
  var releasesToldBy: [ByteText: [ByteText: Int]] {
    [ByteText: [ByteText: Int]](uniqueKeysWithValues: releases.map { ($0.key.byBytes, $0.value.byRawValue) })
  }

  /// Whether the input was judged: a record was, or an error was reported where a record was expected.
  ///
  /// - Parameter errors: the number of errors, including those that do not count.
  fileprivate func hasVerdict(errors: Int) -> Bool {
    if records > notJudged[.otherRelease, default: 0] { return true }
    // Each of these has an error which says that there was nothing to judge.
    let unread = [NotJudged.empty, .notOpened, .otherFormat].reduce(0) { $0 + notJudged[$1, default: 0] }
    return errors > unread
  }

  /// Findings that are errors or worse.
  var errors: Int { issues.reduce(0) { $0 + ($1.key >= .error ? $1.value : 0) } }
}

extension Dictionary where Key: RawRepresentable<String>, Value == Int {
  /// The counts under the names for reports.
  var byRawValue: [ByteText: Int] {
    [ByteText: Int](uniqueKeysWithValues: map { ($0.key.rawValue.byBytes, $0.value) })
  }
}
