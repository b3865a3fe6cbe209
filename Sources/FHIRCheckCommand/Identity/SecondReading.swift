import ClinicalRecords
import FHIRDiagnostics
import FHIRTape
import FHIRReporting

/// Reads an input a second time from its start, for facts about its records that a report shows.
///
/// Bytes are read in order, whatever the input is packed in, and only as far as needed. The bytes from the start of the
/// current record on are kept, earlier ones dropped.
final class SecondReading {
  private var source: (any ByteSource)?
  private var buffer = PaddedBuffer(capacity: 64 << 10)
  /// The offset of the buffer in the input.
  private var base = 0
  /// The offset up to which the resolver has been fed.
  private var fed = 0
  private var hasEnded: Bool
  private var labels = RecordLabels()

  /// The offset in the input from which bytes are kept.
  var kept = Int.max

  /// Opens an input; if it can no longer be opened, there is nothing to read.
  init(_ item: InputItem?) {
    source = try? item?.open()
    hasEnded = source == nil
  }

  /// Finds lines and columns with the bytes that are read.
  var locator: Locator { Locator(feed: { [self] in feed(&$0) }, rewind: { [self] in rewind() }) }

  private func rewind() {
    hasEnded = (try? source?.rewind()) == nil
    (base, fed) = (0, 0)
    buffer.removeAll()
  }

  private func feed(_ resolver: inout PositionResolver) {
    guard fed < base + buffer.count || read(keeping: kept) else { return resolver.finish() }
    resolver.append(UnsafeRawBufferPointer(start: buffer.bytes + (fed - base), count: base + buffer.count - fed))
    fed = base + buffer.count
  }

  /// Type and id of the record that begins at an offset; `nil` if it can no longer be read.
  func label(at offset: Int) -> RecordLabel? {
    while offset >= base {
      if offset < base + buffer.count,
        case .label(let label) = labels.label(in: buffer.bytes, from: offset - base, to: buffer.count)
      {
        return label
      }
      guard buffer.count < TapeLayout.maximumBytes, read(keeping: offset) else { return nil }
    }
    return nil
  }

  /// Reads more bytes after those from an offset on; `false` at the end.
  private func read(keeping offset: Int) -> Bool {
    guard !hasEnded, var source else { return false }
    let start = min(max(offset - base, 0), buffer.count)
    let end = base + buffer.count
    hasEnded = (try? buffer.slide(from: start, reading: &source)) ?? true
    self.source = source
    base += start
    return base + buffer.count > end
  }
}
