import ClinicalSources
import FHIRSchema
import FHIRSupport
import FHIRTape

/// The unit of work: an input, or a part of a large file of lines.
struct InputTask {
  let item: InputItem
  /// The number of the input.
  let index: Int
  /// Its place in the order of all tasks.
  let turn: Int
  var file: PartedFile?
  var part: LineParts.Part?

  /// Whether it is a part of a file that is sent or read in parts.
  var isPart: Bool { part != nil || sentPart != nil }
  /// The position of its first byte in the file.
  var start: PositionCursor { part?.start ?? sentPart?.start ?? PositionCursor() }

  private var sentPart: PipedInput.Part? { if case .pipe(let pipe) = item { pipe.part } else { nil } }

  /// Opens it for reading from its first byte.
  func open() throws -> InputSource {
    if let file, let part { file.open(part) } else { try item.open() }
  }

  /// The release that the records at the beginning of the file show, for a part of one.
  func survey(_ checker: some RecordChecker) throws -> FHIRRelease? {
    if let file { return try file.release { try checker.survey($0) } }
    return try sentPart.flatMap { try checker.survey(ByteRange($0.fromLead)) }
  }
}

/// Hands out the inputs of a run in order, and the parts of a large file in order: so the worker whose turn it is in
/// the report never waits for one that has not started.
struct InputQueue {
  private let items: [InputItem]
  private let partBytes: Int
  /// Whether one worker must read an input from beginning to end.
  private let isWhole: (Int) -> Bool
  private var (next, turn) = (0, -1)
  private var current: (file: PartedFile, parts: LineParts)?

  init(_ items: [InputItem], partBytes: Int, isWhole: @escaping (Int) -> Bool) {
    (self.items, self.partBytes, self.isWhole) = (items, partBytes, isWhole)
  }

  /// The next task; `nil` if all have been handed out.
  mutating func take() -> InputTask? {
    turn += 1
    while true {
      if let file = current?.file {
        if let part = current?.parts.next() {
          return InputTask(item: file.item, index: file.index, turn: turn, file: file, part: part)
        }
        current = nil
      }
      guard next < items.count else { return nil }
      defer { next += 1 }
      guard !isWhole(next), let file = PartedFile(items[next], next) else {
        return InputTask(item: items[next], index: next, turn: turn)
      }
      current = (file, file.parts(of: partBytes))
    }
  }
}
