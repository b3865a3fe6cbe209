package import FHIRDiagnostics
package import FHIRTape

/// An archive, some of whose entries may not be opened.
package protocol Archive: FileTree where File: EntrySource {
  /// How many files are skipped because they are hidden, or were added by macOS.
  var hiddenCount: Int { get }
  /// How many entries exist that cannot be opened.
  var notOpenedCount: Int { get }
  /// The size of a file according to the archive, in bytes.
  func size(of file: Int) -> Int
  /// Reports the faults of the archive, and the reason for each entry that cannot be opened.
  func findings(_ body: (Diagnostic) throws -> Void) rethrows
}

/// The bytes of a file in an archive.
package protocol EntrySource: ByteSource {
  /// Faults of the entry outside its data.
  var findings: [Diagnostic] { get }
}
