import ClinicalRecords
import FHIRDiagnostics
import FHIRTape
import FHIRReporting

/// An input that is read once more from its start, for what a report says of the records in it.
///
/// Bytes are read in order, whatever the input is packed in, and only as far as somebody asks. Those from the record
/// that is being looked at are kept, and the others go.
final class SecondReading {
  private var source: (any ByteSource)?
  private var buffer = PaddedBuffer(capacity: 64 << 10)
  /// Where in the input the buffer begins.
  private var base = 0
  /// How far the resolver has been fed.
  private var fed = 0
  private var hasEnded = false
  private var labels = RecordLabels()

  /// Opens an input; of one that cannot be opened any more there is nothing to read.
  func begin(_ item: InputItem) {
    source = try? item.open()
    (base, fed, hasEnded) = (0, 0, source == nil)
    buffer.removeAll()
  }

  /// Goes back to the start of the input.
  func rewind() {
    hasEnded = (try? source?.rewind()) == nil
    (base, fed) = (0, 0)
    buffer.removeAll()
  }

  /// Gives a resolver the next bytes, and keeps those from an offset on.
  func feed(_ resolver: inout PositionResolver, keeping offset: Int) {
    guard fed < base + buffer.count || read(keeping: offset) else { return resolver.finish() }
    resolver.append(UnsafeRawBufferPointer(start: buffer.bytes + (fed - base), count: base + buffer.count - fed))
    fed = base + buffer.count
  }

  /// Type and id of the record that begins at an offset; `nil` when it is not to be had any more.
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

  /// Reads more behind the bytes from an offset on; `false` at the end.
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
