/// One line on a terminal that shows the progress, and is removed at the end.
struct ProgressLine {
  private let context: CommandContext
  private let total: (files: Int, bytes: Int)
  private var (files, records, bytes) = (0, 0, 0)
  private var isOnScreen = false
  private let start = Clock.milliseconds
  private lazy var next = start + 3 * ProgressLine.interval

  /// Milliseconds between two updates, and before the first: a short run shows no line.
  private static let interval = 100

  init(context: CommandContext, files: Int, bytes: Int) { (self.context, total) = (context, (files, bytes)) }

  /// Shows that an input was read; findings of no input, which come last, have greater numbers.
  mutating func finish(_ number: Int) {
    files = min(number + 1, total.files)
    show()
  }

  mutating func add(records: Int, bytes: Int) {
    self.records += records
    self.bytes += bytes
    show()
  }

  mutating func clear() {
    guard isOnScreen else { return }
    context.error("\r\u{1B}[K")
    isOnScreen = false
  }

  private mutating func show() {
    let now = Clock.milliseconds
    guard now >= next else { return }
    next = now + ProgressLine.interval
    context.error("\r\u{1B}[Kchecking: \(files) of \(total.files) files, \(records) records\(pace(now - start))")
    isOnScreen = true
  }

  /// The speed and the remaining time, once they can be estimated.
  private func pace(_ milliseconds: Int) -> String {
    guard milliseconds >= 1000, records > 0 else { return "" }
    let rate = ", \(records * 1000 / milliseconds) a second"
    guard bytes > 0 else { return rate }
    let left = Int(Double(milliseconds) / 1000 * Double(max(0, total.bytes - bytes)) / Double(bytes))
    let time = left < 120 ? "\(left) s" : left < 7200 ? "\(left / 60) min" : "\(left / 3600) h"
    return rate + ", \(time) left"
  }
}
