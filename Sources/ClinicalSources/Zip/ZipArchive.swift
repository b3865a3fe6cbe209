public import FHIRDiagnostics

/// The files in a zip archive, which are read in place and never unpacked to disk.
///
/// ```swift
/// let archive = try ZipArchive(FileBytes(path: "export.zip"))
/// for file in 0..<archive.count {
///   print(archive.path(of: file))
///   let tally = try Validator().validate(from: archive.open(file)) { diagnostics += $0 }
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
    self.bytes = bytes
    listing = try ArchiveListing(bytes, limits)
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
    let entry = listing.entry(of: file)
    return try ZipFileSource(bytes, entry, name: listing.names[entry.name], isRecovered: listing.isRecovered)
  }

  /// Reports the faults of the archive, and the reason for each entry that cannot be opened, in the order of the
  /// directory.
  ///
  /// Ranges count bytes of the archive. Faults in the data of a file are found when the file is read.
  public func findings(_ body: (Diagnostic) throws -> Void) rethrows {
    try listing.findings(body)
  }
}

extension ZipArchive: Archive {}
extension ZipFileSource: EntrySource {}
