import ClinicalSources
import FHIRRecognition
import FHIRReporting
import FHIRTape

/// The unit of work: an input, or a part of a large file of lines.
struct InputTask {
  let item: any InputItem
  let index, turn: Int
  var file: PartedFile?
  var part: LineParts.Part?

  var isPart: Bool { part != nil || sentPart != nil }
  var start: PositionCursor { part?.start ?? sentPart?.start ?? PositionCursor() }
  private var sentPart: PipedInput.Part? { (item as? PipedInput)?.part }

  func open() throws -> InputSource {
    if let file, let part { file.open(part) } else { try item.open() }
  }

  /// The release that the records at the beginning of the file show, for a part of one.
  func survey(_ checker: any RecordChecker) throws -> RecognisedRelease? {
    if let file { return try file.release { try checker.survey($0) } }
    return try sentPart.flatMap { try checker.survey(ByteRange($0.fromLead)) }
  }
}

/// Hands out the inputs of a run in order, and the parts of a large file in order: so the worker whose turn it is in
/// the report never waits for one that has not started.
struct InputQueue {
  private let items: [any InputItem]
  private let partBytes: Int
  /// Whether one worker must read an input from beginning to end.
  private let isWhole: (Int) -> Bool
  private var (next, turn) = (0, -1)
  private var current: (file: PartedFile, parts: LineParts)?

  init(_ items: [any InputItem], partBytes: Int, isWhole: @escaping (Int) -> Bool) {
    (self.items, self.partBytes, self.isWhole) = (items, partBytes, isWhole)
  }

  mutating func take() -> InputTask? {
    turn += 1
    while true {
      if let file = current?.file, let part = current?.parts.next() {
        return InputTask(item: file.item, index: file.index, turn: turn, file: file, part: part)
      }
      current = nil
      guard next < items.count else { return nil }
      defer { next += 1 }
      guard !isWhole(next), let file = PartedFile(items[next], next) else {
        return InputTask(item: items[next], index: next, turn: turn)
      }
      current = (file, file.parts(of: partBytes))
    }
  }
}

/// A large file of lines that workers read in parts; their counts are added up after the last part.
final class PartedFile: Sendable {
  let item: any InputItem
  let index: Int
  private let bytes: any RandomAccessBytes
  private let state = Monitor((counts: Counts(), finished: 0, count: Int?.none, hasFailed: false))
  /// The release that the records show, determined on first use.
  private let surveyed = Monitor(RecognisedRelease??.none)

  /// Opens the file; `nil` if it has no parts or cannot be opened, which is reported when it is read as a whole.
  init?(_ item: any InputItem, _ index: Int) {
    guard let bytes = try? item.lines() else { return nil }
    (self.item, self.index, self.bytes) = (item, index, bytes)
  }

  func parts(of size: Int) -> LineParts { LineParts(bytes, partBytes: size) }
  func open(_ part: LineParts.Part) -> InputSource { InputSource(bytes, part.range) }

  /// The release that the records of the file show; the same for all parts, whichever worker reads them.
  func release(_ survey: (InputSource) throws -> RecognisedRelease?) throws -> RecognisedRelease? {
    try surveyed.withLock { surveyed in
      if let surveyed { return surveyed }
      let found = try survey(InputSource(bytes))
      surveyed = .some(found)
      return found
    }
  }

  /// Adds the counts of a part, `nil` if reading it failed. Returns the sums after the last one, if none has failed.
  func finish(_ part: LineParts.Part, _ counts: Counts?) -> Counts? {
    state.withLock { state in
      if let counts { state.counts.merge(counts) } else { state.hasFailed = true }
      state.finished += 1
      if part.isLast { state.count = part.number + 1 }
      return state.finished == state.count && !state.hasFailed ? state.counts : nil
    }
  }
}

extension InputItem {
  /// About how many parts it is read in: one, unless it is large and consists of lines.
  func partCount(of size: Int) -> Int { (try? lines()).map { max(1, $0.count / size) } ?? 1 }
}

extension RandomAccessBytes {
  /// Whether there are enough lines for more than one worker.
  func hasParts(of size: Int) -> Bool {
    count / 2 >= size && (try? RecordReader.findsLines(in: ByteRange(self))) == true
  }

  /// Whether fhircheck wrote it; such a file is skipped completely.
  var isOwnReport: Bool {
    withUnsafeTemporaryAllocation(byteCount: OwnReport.sampleSize, alignment: 8) { buffer in
      guard let count = try? read(at: 0, into: buffer) else { return false }
      return OwnReport.kind(of: UnsafeRawBufferPointer(rebasing: buffer[..<count])) != nil
    }
  }
}
