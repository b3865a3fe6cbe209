package import FHIRFindings
package import FHIRTape

/// The files in a tar archive, which are read in place; the counterpart of ``ZipArchive``.
///
/// Specification: <https://pubs.opengroup.org/onlinepubs/9699919799/utilities/pax.html>
package final class TarArchive<Bytes: RandomAccessBytes>: Archive {
  private let bytes: Bytes
  private let listing: ArchiveListing

  /// Reads the headers of an archive.
  ///
  /// - Parameter fault: why the bytes end early, if they were compressed.
  /// - Throws: errors of reading the bytes; their content never causes one.
  package init(_ bytes: Bytes, limits: ArchiveLimits = ArchiveLimits(), fault: SourceFault? = nil) throws {
    self.bytes = bytes
    listing = try ArchiveListing(tar: bytes, limits, fault)
  }

  package var count: Int { listing.files.count }
  package var hiddenCount: Int { listing.hiddenCount }
  package var notOpenedCount: Int { listing.notOpenedCount }
  package func path(of file: Int) -> String { listing.path(of: file) }
  package func size(of file: Int) -> Int { listing.entry(of: file).size }
  package func findings(_ body: (Finding) throws -> Void) rethrows { try listing.findings(body) }

  package func open(_ file: Int) -> TarFileSource<Bytes> {
    let entry = listing.entry(of: file)
    return TarFileSource(ByteRange(bytes, entry.offset..<entry.offset + entry.size), size: entry.size)
  }
}

/// The bytes of a file in a tar archive.
package struct TarFileSource<Bytes: RandomAccessBytes>: EntrySource {
  private var range: ByteRange<Bytes>
  private let size: Int
  private var count = 0
  package var findings: [Finding] { [] }

  init(_ range: ByteRange<Bytes>, size: Int) { (self.range, self.size) = (range, size) }

  package mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let made = try range.read(into: buffer)
    count += made
    if made == 0, !buffer.isEmpty, count < size {
      throw SourceFault.truncated(at: count, expected: "the rest of the entry's data")
    }
    return made
  }

  package mutating func rewind() {
    range.rewind()
    count = 0
  }
}
