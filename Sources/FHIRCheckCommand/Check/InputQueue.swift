import ClinicalSources

/// What a worker takes on at a time.
enum InputTask {
  /// An input, by its number.
  case whole(Int)
  /// Some lines of a large file.
  case part(LineParts.Part, of: PartedFile)
}

/// Hands out the inputs of a run in order, and the parts of a large file in theirs: a worker whose turn it is in the
/// report never waits for one who has not begun.
struct InputQueue {
  private let items: [InputItem]
  private let partBytes: Int
  /// Whether an input must be read by one worker, from its beginning to its end.
  private let isWhole: (Int) -> Bool
  private var next = 0
  private var current: (file: PartedFile, parts: LineParts)?

  init(_ items: [InputItem], partBytes: Int, isWhole: @escaping (Int) -> Bool) {
    self.items = items
    self.partBytes = partBytes
    self.isWhole = isWhole
  }

  /// The next task; `nil` when all have been handed out.
  mutating func take() -> InputTask? {
    while true {
      if let file = current?.file {
        if let part = current?.parts.next() { return .part(part, of: file) }
        current = nil
      }
      guard next < items.count else { return nil }
      let index = next
      next += 1
      guard !isWhole(index), let file = PartedFile(items[index], index) else { return .whole(index) }
      current = (file, file.parts(of: partBytes))
    }
  }
}

extension Invocation {
  /// How many threads read inputs: as many as there are processors, unless fewer were asked for. More would only wait for
  /// each other.
  func threads(in context: CommandContext) -> Int { min(jobs ?? .max, context.processors) }

  /// The least size of a part of a large file of lines. A thread that is alone reads it without counting lines first.
  func partBytes(in context: CommandContext) -> Int { threads(in: context) > 1 ? context.partBytes : .max }

  /// The inputs that paths lead to.
  func inputs(_ paths: [FilePath], in context: CommandContext) -> InputList {
    let working = context.workingFolder ?? "/"
    return InputList(
      paths, standardInput: context.standardInput, partBytes: partBytes(in: context),
      maximumPipeBytes: maximumPipeBytes, readsFrames: readsFrames,
      excluded: GlobSet(excluded, base: configuration.folder ?? working, working: working), written: writtenFiles)
  }
}
