import FHIRSchema
import FHIRValidation

/// What one thread of a run works with, and what it has counted and collected so far.
final class Worker {
  var reader = InputReader()
  var counts = Counts()
  let counter: RecordCounter
  /// Collects records that are to be compared over the whole run; `nil` when nobody asks for that.
  let collector: RecordCollector?

  init(release: FHIRRelease, collector: RecordCollector?) {
    counter = RecordCounter(release: release)
    self.collector = collector
  }

  /// Shows the records of an input to all who want to know about them.
  func observer(of file: Int) -> RecordObserver {
    // Of a file that broke off while it was read nothing is counted.
    counter.restart()
    return RecordObserver(
      visit: { [counter, collector] record in
        counter.visit(record)
        collector?.visit(record, of: file)
      },
      restart: { [counter, collector] in
        counter.restart()
        collector?.restart(file)
      })
  }
}
