import FHIRDiagnostics
import FHIRTape
import ClinicalSources

/// The bytes of one input, whatever it is packed in.
///
/// A fault of the packing ends the bytes and is kept: what came before it is judged as usual.
final class InputSource: ByteSource {
  /// How many bytes there are, when that is known.
  let size: Int?
  /// Whether what is read was packed.
  let isPacked: Bool
  /// Whether it was packed alone, as a gzip file.
  let isGzip: Bool
  /// What is wrong besides the data.
  let findings: [Diagnostic]
  /// Why the bytes ended where they did, when they were not all.
  private(set) var fault: Diagnostic?
  /// Told of every piece; may be used to show progress.
  var didRead: (Int) -> Void = { _ in }
  // Called once for many thousand bytes, so what a call costs does not matter.
  private var source: any ByteSource

  /// Reads bytes as they are, all or a part of them.
  init(_ bytes: some RandomAccessBytes, _ range: Range<Int>? = nil) {
    let range = range ?? 0..<bytes.count
    source = ByteRange(bytes, range)
    (size, isPacked, isGzip, findings) = (range.count, false, false, [])
  }

  /// Reads a gzip file.
  init(inflating bytes: some RandomAccessBytes) {
    source = GzipSource(ByteRange(bytes))
    (size, isPacked, isGzip, findings) = (nil, true, true, [])
  }

  /// Reads a file in an archive.
  init(_ entry: ZipFileSource<some RandomAccessBytes>, size: Int) {
    source = entry
    (self.size, isPacked, isGzip, findings) = (size, true, false, entry.findings)
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
