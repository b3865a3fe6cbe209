public import FHIRTape

/// A place with named files: a folder, or a zip archive.
///
/// Files are known by their number. They are in the order of the bytes of their names, folder by folder, so that a
/// folder and an archive of it give the same files in the same order on every machine.
public protocol FileTree: Sendable {
  associatedtype File: ByteSource
  /// How many files there are.
  var count: Int { get }
  /// The path of a file from the root, with `/` between names and none before the first.
  func path(of file: Int) -> String
  /// How many bytes a file has, as far as the place knows without reading it.
  func size(of file: Int) throws -> Int
  /// Opens a file for reading from its first byte.
  func open(_ file: Int) throws -> File
}
