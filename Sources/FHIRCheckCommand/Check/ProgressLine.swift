/// One line on a terminal that says how far the work is; gone when the work is done.
struct ProgressLine {
  private let context: CommandContext
  private let total: Int
  private let isShown: Bool
  private var files = 0
  private var bytes = 0
  private var isOnScreen = false
  private var next: Int

  /// Milliseconds between two lines, and before the first one: short runs show none.
  private static let interval = 100

  init(context: CommandContext, total: Int, isShown: Bool) {
    self.context = context
    self.total = total
    self.isShown = isShown
    next = isShown ? Clock.milliseconds + 3 * ProgressLine.interval : 0
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
    context.error("\r\u{1B}[Kchecking: \(files) of \(total) files\(amount)")
    isOnScreen = true
  }
}
