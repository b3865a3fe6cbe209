import ClinicalRecords
import FHIRFindings
import FHIRReporting
import FHIRTape

/// Reads an input once more for what reports show of it: lines and columns, and the type and id of records. Bytes are
/// read in order, whatever the input is packed in, and only as far as needed.
final class Locator {
  typealias Place = (position: SourcePosition?, excerpt: SourceExcerpt?)

  private let open: () throws -> any ByteSource
  private var whole: UnsafeRawBufferPointer?
  private let start: PositionCursor
  private var source: (any ByteSource)?
  private var buffer = PaddedBuffer()
  /// The offset of the buffer in the input.
  private var base: Int
  /// The offset up to which the resolver has been fed.
  private var fed: Int
  private var resolver: PositionResolver
  private var known: [SourceRange: Place] = [:]
  /// The offset from which bytes are kept for ``label(at:)``.
  var kept = Int.max

  /// - Parameter start: the position of the first byte: the start of the file, or of a part of it.
  init(from start: PositionCursor = PositionCursor(), _ open: @escaping () throws -> any ByteSource) {
    (self.start, self.open, base, fed) = (start, open, start.offset, start.offset)
    resolver = PositionResolver(excerpts: true, from: start)
  }

  /// - Parameter whole: the input; it must exist as long as the locator is used.
  convenience init(_ whole: UnsafeRawBufferPointer) {
    self.init { MemorySource(whole) }
    self.whole = whole
  }

  /// Finds the places of findings that are not in the order of the input, so that it is not read again for each.
  func prepare(_ findings: [Finding], lines: Bool) throws {
    if !known.isEmpty { known = [:] }
    let later = findings.indices.dropFirst()
    if later.allSatisfy({ findings[$0 - 1].range.start <= findings[$0].range.start }) { return }
    for range in Set(findings.map(\.range)).sorted() { known[range] = try find(range, line: lines) }
  }

  func place(of range: SourceRange, line: Bool) throws -> Place { try known[range] ?? find(range, line: line) }

  /// Type and id of the record that begins at an offset; `nil` if it can no longer be read.
  func label(at offset: Int) throws -> RecordLabel? {
    while offset >= base {
      if offset < base + buffer.count,
        case .label(let label) = RecordLabels.label(in: buffer.bytes, from: offset - base, to: buffer.count)
      {
        return label
      }
      guard buffer.count < TapeLayout.maximumBytes, try read() else { return nil }
    }
    return nil
  }

  /// What the record of a finding is about, and when; `nil` for a record that is not in memory. Of a larger input, only
  /// a record whose label is read is there for certain, whatever was located before.
  func title(of finding: Finding) -> String? {
    if let whole, let start = finding.recordStart, start < whole.count {
      return RecordLabels.title(in: UnsafeRawBufferPointer(rebasing: whole[start...]))
    }
    guard kept == finding.range.start, base <= kept, kept < base + buffer.count else { return nil }
    return RecordLabels.title(
      in: UnsafeRawBufferPointer(start: buffer.bytes + (kept - base), count: base + buffer.count - kept))
  }

  private func find(_ range: SourceRange, line: Bool) throws -> Place {
    while true {
      switch resolver.locate(range, excerpt: line) {
      case .located(let position, let excerpt): return (position, excerpt)
      case .needsBytes:
        if let whole {
          resolver.append(whole)
          resolver.finish()
          continue
        }
        guard try fed < base + buffer.count || read() else {
          resolver.finish()
          continue
        }
        resolver.append(UnsafeRawBufferPointer(start: buffer.bytes + (fed - base), count: base + buffer.count - fed))
        fed = base + buffer.count
      case .needsRestart:
        try source?.rewind()
        (base, fed) = (start.offset, start.offset)
        buffer.removeAll()
        resolver.restart()
      }
    }
  }

  /// Reads more bytes after those that are kept; `false` at the end.
  private func read() throws -> Bool {
    if source == nil { buffer = PaddedBuffer(capacity: 64 << 10) }
    var source = try source ?? open()
    let (start, end) = (min(max(kept - base, 0), buffer.count), base + buffer.count)
    _ = try buffer.slide(from: start, reading: &source)
    self.source = source
    base += start
    return base + buffer.count > end
  }
}
