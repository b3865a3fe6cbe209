/// One line on a terminal that says how far the work is; gone when the work is done.
struct ProgressLine {
  private let context: CommandContext
  private let total: Int
  private let isShown: Bool
  private var files = 0
  private var bytes = 0
  private var isOnScreen = false
  private var next: Int
  private let start: Int

  /// Milliseconds between two lines, and before the first one: short runs show none.
  private static let interval = 100

  init(context: CommandContext, total: Int, isShown: Bool) {
    self.context = context
    self.total = total
    self.isShown = isShown
    start = isShown ? Clock.milliseconds : 0
    next = start + 3 * ProgressLine.interval
  }

  mutating func addFile() {
    files += 1
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

  /// How fast it goes, and how long it will take, once that can be said.
  private func pace(_ milliseconds: Int) -> String {
    guard files > 0, milliseconds >= 1000 else { return "" }
    let rate = files * 1000 / milliseconds
    let left = milliseconds / 1000 * (total - files) / files
    let time = left < 120 ? "\(left) s" : left < 7200 ? "\(left / 60) min" : "\(left / 3600) h"
    return (rate > 0 ? ", \(rate) a second" : "") + ", \(time) left"
  }
}
