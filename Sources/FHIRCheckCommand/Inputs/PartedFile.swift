import FHIRSchema
import FHIRValidation
import FHIRTape
import ClinicalSources
import FHIRReporting

/// A large file of lines that workers read in parts; what they count is added up when all of it was read.
final class PartedFile: Sendable {
  let item: InputItem
  /// The number of the input.
  let index: Int
  private let bytes: any RandomAccessBytes
  private let state = Monitor(State())
  /// The release that the records show, once somebody has asked.
  private let surveyed = Monitor(FHIRRelease??.none)

  private struct State {
    var tally = ValidationTally()
    var counted = RecordCounter.Counted()
    var finished = 0
    /// How many parts there are, once that is known.
    var count: Int?
    var hasFailed = false
  }

  /// Opens the file; `nil` where it has no parts or cannot be opened, which whoever reads it whole will report.
  init?(_ item: InputItem, _ index: Int) {
    guard item.isLines, let bytes = try? item.bytes() else { return nil }
    (self.item, self.index, self.bytes) = (item, index, bytes)
  }

  /// The parts, in order.
  func parts(of size: Int) -> LineParts { LineParts(bytes, partBytes: size) }

  /// Opens a part for reading.
  func open(_ part: LineParts.Part) -> InputSource { InputSource(bytes, part.range) }

  /// The release that the records of the file show; all parts are told the same, whoever reads them.
  func release(_ survey: (InputSource) throws -> FHIRRelease?) throws -> FHIRRelease? {
    try surveyed.withLock { surveyed in
      if let surveyed { return surveyed }
      let found = try survey(InputSource(bytes))
      surveyed = .some(found)
      return found
    }
  }

  /// Takes in what was counted in a part; `nil` for one that broke off while it was read.
  ///
  /// - Returns: the sums when this was the last part to be finished and none has broken off.
  func finish(
    _ part: LineParts.Part, _ found: (tally: ValidationTally, counted: RecordCounter.Counted)?
  ) -> (tally: ValidationTally, counted: RecordCounter.Counted)? {
    state.withLock { state in
      if let found {
        state.tally.merge(found.tally)
        state.counted.merge(found.counted)
      } else {
        state.hasFailed = true
      }
      state.finished += 1
      if part.isLast { state.count = part.number + 1 }
      return state.finished == state.count && !state.hasFailed ? (state.tally, state.counted) : nil
    }
  }
}

extension InputItem {
  /// About how many parts it is read in: one, unless it is large and holds lines.
  func partCount(of size: Int) -> Int {
    guard isLines, let bytes = try? bytes() else { return 1 }
    return max(1, bytes.count / size)
  }
}

extension RandomAccessBytes {
  /// Whether there are lines enough for more than one worker.
  func hasParts(of size: Int) -> Bool {
    count / 2 >= size && (try? RecordReader.findsLines(in: ByteRange(self))) == true
  }

  /// Whether fhircheck has written them; such a file is passed over whole.
  var isOwnReport: Bool {
    withUnsafeTemporaryAllocation(byteCount: OwnReport.sampleSize, alignment: 8) { buffer in
      guard let count = try? read(at: 0, into: buffer) else { return false }
      return OwnReport.kind(of: UnsafeRawBufferPointer(rebasing: buffer[..<count])) != nil
    }
  }
}
