import FHIRValidation

/// What one thread of a run works with, and what it has counted and collected so far.
final class Worker {
  var reader = InputReader()
  var counts = Counts()
  let counter: RecordCounter
  /// Collects records that are to be compared over the whole run; `nil` when nobody asks for that.
  let collector: RecordCollector?
  /// Where the findings pass.
  let desk: FindingDesk

  init(countsSources: Bool, countsDates: Bool, collector: RecordCollector?, plan: FindingPlan) {
    desk = FindingDesk(plan)
    counter = RecordCounter(countsSources: countsSources, countsDates: countsDates)
    self.collector = collector
  }

  /// Hands over what was counted in an input, or a part of one, with the findings that count.
  func take(_ tally: ValidationTally) -> (tally: ValidationTally, counted: RecordCounter.Counted) {
    var (tally, counted) = (tally, counter.take())
    counted.errors = tally.errors
    counted.setAside = desk.settle(&tally)
    return (tally, counted)
  }

  /// Shows the records of an input to all who want to know about them.
  ///
  /// - Parameter source: the name of the source that came with the input.
  func observer(of file: Int, source: String?, _ remarks: FileRemarks) -> RecordObserver {
    // Of a file that broke off while it was read nothing is counted.
    counter.forget()
    return RecordObserver(
      visit: { [counter, collector] record in
        counter.visit(record, source: source)
        collector?.visit(record, of: file, source: source)
        remarks.visit(record)
      }, source: source)
  }
}
