import FHIRSchema
import FHIRTape
import ClinicalSources
import FHIRReporting

/// A large file of lines that workers read in parts; their counts are added up after the last part.
final class PartedFile: Sendable {
  let item: InputItem
  /// The index of the input.
  let index: Int
  private let bytes: any RandomAccessBytes
  private let state = Monitor(State())
  /// The release that the records show, determined on first use.
  private let surveyed = Monitor(FHIRRelease??.none)

  private struct State {
    var counts = Counts()
    var finished = 0
    /// The number of parts, once known.
    var count: Int?
    var hasFailed = false
  }

  /// Opens the file; `nil` if it has no parts or cannot be opened, which is reported when it is read as a whole.
  init?(_ item: InputItem, _ index: Int) {
    guard item.isLines, let bytes = try? item.bytes() else { return nil }
    (self.item, self.index, self.bytes) = (item, index, bytes)
  }

  /// The parts, in order.
  func parts(of size: Int) -> LineParts { LineParts(bytes, partBytes: size) }

  /// Opens a part for reading.
  func open(_ part: LineParts.Part) -> InputSource { InputSource(bytes, part.range) }

  /// The release that the records of the file show; the same for all parts, whichever worker reads them.
  func release(_ survey: (InputSource) throws -> FHIRRelease?) throws -> FHIRRelease? {
    try surveyed.withLock { surveyed in
      if let surveyed { return surveyed }
      let found = try survey(InputSource(bytes))
      surveyed = .some(found)
      return found
    }
  }

  /// Adds the counts of a part; `nil` for a part whose reading failed.
  ///
  /// - Returns: the sums if this was the last part to finish and none has failed.
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
  func partCount(of size: Int) -> Int {
    guard isLines, let bytes = try? bytes() else { return 1 }
    return max(1, bytes.count / size)
  }
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
