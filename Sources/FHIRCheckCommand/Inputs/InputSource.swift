import FHIRDiagnostics
import FHIRTape
import ClinicalSources

/// The bytes of one input, unpacked if necessary.
///
/// A fault of the archive or the compression ends the bytes and is kept: the bytes before it are validated as usual.
final class InputSource: ByteSource {
  /// The number of bytes, if known.
  let size: Int?
  /// Whether the bytes were compressed or in an archive.
  let isPacked: Bool
  /// Findings other than faults of the data.
  let findings: [Diagnostic]
  /// Why the bytes ended early; `nil` if they are complete.
  private(set) var fault: Diagnostic?
  /// Called with the size of every piece, for progress.
  var didRead: (Int) -> Void = { _ in }
  // Called once for many thousand bytes, so the cost of a dynamic call does not matter.
  private var source: any ByteSource

  /// Reads bytes unchanged, all or a part of them.
  init(_ bytes: some RandomAccessBytes, _ range: Range<Int>? = nil) {
    let range = range ?? 0..<bytes.count
    source = ByteRange(bytes, range)
    (size, isPacked, findings) = (range.count, false, [])
  }

  /// Reads a gzip file.
  init(inflating bytes: some RandomAccessBytes) {
    source = GzipSource(ByteRange(bytes))
    (size, isPacked, findings) = (nil, true, [])
  }

  /// Reads a file in an archive.
  init(_ entry: any EntrySource, size: Int) {
    source = entry
    (self.size, isPacked, findings) = (size, true, entry.findings)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    guard fault == nil else { return 0 }
    do {
      let count = try source.read(into: buffer)
      if count > 0 { didRead(count) }
      return count
    } catch let error as SourceFault {
      fault = error.diagnostic
      return 0
    }
  }

  func rewind() throws {
    fault = nil
    try source.rewind()
  }
}
