/// One line on a terminal that shows the progress, and is removed at the end.
struct ProgressLine {
  private let context: CommandContext
  private let total: Int
  private let isShown: Bool
  private var files = 0
  private var bytes = 0
  private var isOnScreen = false
  private var next: Int
  private let start: Int

  /// Milliseconds between two updates, and before the first: a short run shows no line.
  private static let interval = 100

  init(context: CommandContext, total: Int, isShown: Bool) {
    self.context = context
    self.total = total
    self.isShown = isShown
    start = isShown ? Clock.milliseconds : 0
    next = start + 3 * ProgressLine.interval
  }

  /// Shows that an input was read; findings of no input, which come last, have greater numbers.
  mutating func finish(_ number: Int) {
    files = min(number + 1, total)
    show()
  }

  mutating func add(bytes count: Int) {
    bytes += count
    show()
  }

  mutating func clear() {
    guard isOnScreen else { return }
    context.error("\r\u{1B}[K")
    isOnScreen = false
  }

  private mutating func show() {
    guard isShown else { return }
    let now = Clock.milliseconds
    guard now >= next else { return }
    next = now + ProgressLine.interval
    let amount = bytes > 0 ? ", \(bytes >> 20) MiB of large files" : ""
    context.error("\r\u{1B}[Kchecking: \(files) of \(total) files\(pace(now - start))\(amount)")
    isOnScreen = true
  }

  /// The speed and the remaining time, once they can be estimated.
  private func pace(_ milliseconds: Int) -> String {
    guard files > 0, milliseconds >= 1000 else { return "" }
    let rate = files * 1000 / milliseconds
    let left = milliseconds / 1000 * (total - files) / files
    let time = left < 120 ? "\(left) s" : left < 7200 ? "\(left / 60) min" : "\(left / 3600) h"
    return (rate > 0 ? ", \(rate) a second" : "") + ", \(time) left"
  }
}
