public import FHIRFindings
public import FHIRTape

/// The files in a zip archive, which are read in place and never unpacked to disk.
///
/// ```swift
/// let archive = try ZipArchive(FileBytes(path: "export.zip"))
/// for file in 0..<archive.count {
///   print(archive.path(of: file))
///   let tally = try Validator().validate(from: archive.open(file)) { findings += $0 }
///   records += tally.records
/// }
/// archive.findings { print($0.rule, $0.message) }
/// ```
///
/// Entries are stored or deflated, with sizes before or after their data, in archives of any size (zip64). The
/// directory is authoritative, and is compared with the entries' own headers. An archive with a missing or damaged
/// directory, for example after an interrupted download, is read entry by entry from its beginning.
///
/// Entries that cannot be read or trusted are not among the files; ``findings(_:)`` gives the reasons. Folders are not
/// files. Hidden files are skipped, as in a ``FolderTree``, and so are the files that macOS adds under `__MACOSX`.
///
/// An archive is immutable, and any number of threads may open its files at once.
///
/// Specification: <https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT>
public final class ZipArchive<Bytes: RandomAccessBytes>: FileTree {
  private let bytes: Bytes
  private let listing: ArchiveListing

  /// Reads the directory of an archive.
  ///
  /// - Throws: errors of reading the bytes; their content never causes one.
  public init(_ bytes: Bytes, limits: ArchiveLimits = ArchiveLimits()) throws {
    (self.bytes, listing) = (bytes, try ArchiveListing(bytes, limits))
  }

  /// Reads a tar archive as a zip archive whose files are stored; `fault` is why bytes that were compressed end early.
  package init(tar bytes: Bytes, limits: ArchiveLimits = ArchiveLimits(), fault: SourceFault? = nil) throws {
    (self.bytes, listing) = (bytes, try ArchiveListing(tar: bytes, limits, fault))
  }

  /// How many files can be opened.
  public var count: Int { listing.files.count }

  /// How many files are skipped because they are hidden, or were added by macOS.
  public var hiddenCount: Int { listing.hiddenCount }

  /// How many entries exist that cannot be opened.
  public var notOpenedCount: Int { listing.notOpenedCount }

  /// The path of a file from the root of the archive.
  public func path(of file: Int) -> String { listing.path(of: file) }

  /// The size of the file according to the directory, in bytes.
  public func size(of file: Int) -> Int { listing.entry(of: file).size }

  /// Opens a file for reading.
  ///
  /// - Throws: ``SourceFault`` if the data is not where the directory says.
  public func open(_ file: Int) throws -> ZipFileSource<Bytes> {
    try ZipFileSource(bytes, listing.entry(of: file), isRecovered: listing.isRecovered)
  }

  /// Reports the faults of the archive, and the reason for each entry that cannot be opened, in the order of the
  /// directory.
  ///
  /// Ranges count bytes of the archive. Faults in the data of a file are found when the file is read.
  public func findings(_ body: (Finding) throws -> Void) rethrows { try listing.findings(body) }
}

/// The bytes of a file in a zip archive.
///
/// The size and checksum are compared with those in the directory. A fault is thrown as a ``SourceFault`` after all
/// bytes before it have been returned. A source is a class: to read a file twice at once, open it twice.
public final class ZipFileSource<Bytes: RandomAccessBytes>: ByteSource {
  /// Faults of the entry outside its data, which do not prevent reading it.
  public let findings: [Finding]
  private let entry: ArchiveEntry
  /// The bytes in the archive, and what inflates them; `nil` for a file that is stored.
  private var packed: ByteRange<Bytes>
  private let inflater: Inflater<ByteRange<Bytes>>?
  private var checksum = ByteChecksum()
  private var hasEnded = false
  private var failure: (any Error)?

  init(_ bytes: Bytes, _ entry: ArchiveEntry, isRecovered: Bool) throws {
    self.entry = entry
    var (start, findings) = (entry.offset, [Finding]())
    if let checksum = entry.checksum {
      let window = ByteWindow(bytes, size: 1024)
      guard let header = try ZipHeader(at: start, window, isLocal: true) else {
        throw SourceFault.damagedDirectory(at: 0, "expected the header of the entry at byte \(start), found none")
      }
      if !isRecovered { findings = try SourceFault.mismatch(header, entry, checksum, window) }
      start += header.count
    }
    self.findings = findings
    packed = ByteRange(bytes, start..<start + max(0, min(entry.packedSize, bytes.count - start)))
    inflater = entry.method == 0 ? nil : Inflater(packed)
  }

  /// Returns to the first byte.
  public func rewind() throws {
    packed.rewind()
    try inflater?.rewind()
    (checksum, hasEnded, failure) = (ByteChecksum(), false, nil)
  }

  /// Fills the buffer with inflated bytes; returns 0 at the end.
  ///
  /// - Throws: ``SourceFault`` if the data is damaged, and errors of reading the archive.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    if let failure { throw failure }
    if hasEnded || buffer.isEmpty { return 0 }
    var made = 0
    do {
      // One byte above the expected size shows that there is more, whatever the size of the buffer.
      let room = min(buffer.count - 1, entry.size - checksum.count) + 1
      let buffer = UnsafeMutableRawBufferPointer(rebasing: buffer[..<room])
      guard let inflater else {
        made = try packed.read(into: buffer)
        try add(buffer, made)
        if made == 0 { try end(isTruncated: checksum.count < entry.packedSize) }
        return made
      }
      let ending: Inflater<ByteRange<Bytes>>.Ending
      (made, ending) = try inflater.inflate(into: buffer)
      try add(buffer, made)
      switch ending {
      case .none: break
      case .ended: try end(isTruncated: false, rest: entry.packedSize - inflater.taken)
      case .damaged: throw SourceFault.damagedData(at: checksum.count)
      case .truncated: try end(isTruncated: true)
      }
    } catch {
      failure = error
      // The bytes before the fault are returned first.
      if made == 0 { throw error }
    }
    return made
  }

  private func add(_ buffer: UnsafeMutableRawBufferPointer, _ count: Int) throws {
    checksum.add(UnsafeRawBufferPointer(rebasing: buffer[..<count]), sums: entry.checksum != nil)
    if checksum.count > entry.size { throw size(found: "more") }
  }

  /// Compares the bytes read with the expected size and checksum.
  private func end(isTruncated: Bool, rest: Int = 0) throws {
    hasEnded = true
    if isTruncated {
      throw SourceFault(.truncated, checksum.count, expected: "the rest of the entry's data", found: "its end")
    }
    if checksum.count != entry.size { throw size(found: "\(checksum.count)") }
    if let expected = entry.checksum {
      try SourceFault.checkSum(checksum.value, expected: expected, at: checksum.count)
    }
    if rest > 0 {
      throw SourceFault(
        .trailingData, checksum.count, expected: "the end of the entry's data", found: "\(rest) bytes more")
    }
  }

  private func size(found: String) -> SourceFault {
    SourceFault(.wrongSize, checksum.count, expected: "\(entry.size) bytes of data", found: found)
  }
}
