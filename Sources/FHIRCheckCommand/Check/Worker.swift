import FHIRValidation

/// The tools of one thread of a run, and what it has counted and collected so far.
final class Worker {
  var reader = InputReader()
  var counts = Counts()
  let counter: RecordCounter
  /// Collects records for the comparison over the whole run; `nil` without comparison.
  let collector: RecordCollector?
  /// Filters and counts the findings.
  let desk: FindingDesk

  init(countsSources: Bool, countsDates: Bool, collector: RecordCollector?, plan: FindingPlan) {
    desk = FindingDesk(plan)
    counter = RecordCounter(countsSources: countsSources, countsDates: countsDates)
    self.collector = collector
  }

  /// Returns the counts of an input or a part of one, with the findings that count.
  func take(_ tally: ValidationTally) -> (tally: ValidationTally, counted: RecordCounter.Counted) {
    var (tally, counted) = (tally, counter.take())
    counted.errors = tally.errors
    counted.setAside = desk.settle(&tally)
    return (tally, counted)
  }

  /// Passes the records of an input to everything that needs them.
  ///
  /// - Parameter source: the name of the source that came with the input.
  func observer(of file: Int, source: String?, _ remarks: FileRemarks) -> RecordObserver {
    // If reading a file failed, its counts are dropped.
    counter.forget()
    return RecordObserver(
      visit: { [counter, collector] record in
        counter.visit(record, source: source)
        collector?.visit(record, of: file, source: source)
        remarks.visit(record)
      }, source: source)
  }
}
