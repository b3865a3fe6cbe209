public import FHIRTape

/// A container of named files: a folder, or a zip archive.
///
/// Files are identified by their number. They are ordered by the bytes of their names, folder by folder, so a folder
/// and an archive of it have the same files in the same order on every machine.
public protocol FileTree: Sendable {
  associatedtype File: ByteSource
  /// How many files there are.
  var count: Int { get }
  /// The path of a file from the root, with `/` between names and none before the first.
  func path(of file: Int) -> String
  /// The size of a file in bytes, as far as the container knows it without reading the file.
  func size(of file: Int) throws -> Int
  /// Opens a file for reading from its first byte.
  func open(_ file: Int) throws -> File
}
