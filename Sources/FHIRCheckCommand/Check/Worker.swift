import ClinicalRecords
import ClinicalSources
import FHIRFindings
import FHIRReporting
import FHIRSupport
import FHIRTape
import FHIRValidation

/// The tools of one thread of a run, and what it has counted and collected so far.
final class Worker {
  var reader = InputReader()
  /// The counts of the inputs so far, and those of the current one.
  var counts = Counts()
  // Only one thread uses it, so exclusive access need not be checked for each record.
  @exclusivity(unchecked) var current = Counts()
  var tally: ValidationTally {
    get { current.tally }
    _modify { yield &current.tally }
  }
  let flow: FindingFlow
  /// The records for the comparison over the whole run; `nil` without comparison.
  let index: RecordIndex?
  /// The records that the progress has not shown yet, and the bytes of the current input that it has.
  @exclusivity(unchecked) var progress = (records: 0, bytes: 0)
  private let detail: RecordCounts.Detail
  private let classifier = Classifier()

  init(_ output: OrderedOutput, counting detail: RecordCounts.Detail = .types, _ index: RecordIndex? = nil) {
    (flow, self.detail, self.index) = (FindingFlow(output), detail, index)
  }

  /// Begins an input, or a part of one; see ``FindingFlow/begin(_:_:_:)``.
  func begin(_ file: ReportedFile, _ turn: Int? = nil, _ locator: Locator? = nil) {
    // If reading the last one failed, its counts are dropped.
    current = Counts()
    flow.begin(file, turn, locator)
  }

  /// Reports findings that do not come from the validator, and counts them.
  func report(_ findings: [Finding]) throws {
    count(findings)
    try flow.take(findings)
  }

  /// Reports findings about other files than the inputs, after those, by file and place.
  ///
  /// - Parameter number: the number of the first such file.
  func report(_ findings: [(file: String, finding: Finding)], from number: Int) {
    var (rest, number) = (findings[...], number)
    while let file = rest.first?.file {
      let own = rest.prefix { $0.file == file }.map(\.finding)
      rest = rest.dropFirst(own.count)
      let source = GivenDefinitions.source(file)
      begin(ReportedFile(number: number, name: file), nil, source.map { source in Locator { source } })
      // If the file can no longer be read, its faults are only counted.
      try? report(own)
      counts.add(take(), of: number, as: .none)
      flow.finish()
      number += 1
    }
  }

  /// Counts such findings, whether or not they are listed.
  func count(_ findings: [Finding]) {
    for finding in findings {
      tally.findings.add(finding.rule, finding.severity)
      flow.note(fault: finding)
      // What was not read may be records.
      if finding.rule == Rule.trailingData.id { tally.addNotOpened(1) }
    }
  }

  /// Returns the counts of the current input, with the findings that count.
  func take() -> Counts {
    current.errors = tally.bySeverity.reduce(0) { $0 + ($1.key >= .error ? $1.value : 0) }
    flow.settle(&current)
    return current
  }

  /// Passes the records of an input to everything that needs them.
  ///
  /// - Parameter source: the name of the source that came with the input.
  func observer(of file: Int, source: String?, _ remarks: FileRemarks) -> RecordObserver {
    var observer = RecordObserver(
      visit: { [self] record in
        progress.records += 1
        current.records.add(record, source: source, classifier, detail)
        remarks.visit(record)
        // The reader has taken out the entries of an envelope, so the rest of it is not the file's content.
        if case .envelope = record.place.role { return }
        index?.insert(
          record.tape, resource: record.index, entry: record.entry, file: file,
          offset: record.place.inputOffset(record.tape.offset(record.index)), source: source, release: record.release)
      }, source: source)
    observer.file = file
    return observer
  }

  /// Adds the work of another worker.
  func merge(_ other: Worker) {
    counts.merge(other.counts)
    flow.kept.merge(other.flow.kept)
    if let added = other.index { index?.merge(added) }
  }
}

extension ValidationTally {
  /// Counts files that were not opened, each as a place where a record was expected.
  mutating func addNotOpened(_ count: Int) {
    guard count > 0 else { return }
    notJudged[.notOpened, default: 0] += count
    self.count(notChecked: "files that were not opened", count)
  }
}
