package import FHIRTape
import FHIRSupport

/// The exports of one tree, read one after another.
///
/// Their common facts are computed once: the order of the paths, and the files without a stub in a folder with several
/// exports.
package struct ExportSeries {
  /// The exports that have been read.
  package private(set) var exports: [AppleHealthExport] = []
  private let paths: ExportPaths
  private let limits: ExportLimits
  /// The folders whose files without a stub were already listed by an export.
  private var listed: Set<ByteText> = []

  /// No exports yet.
  ///
  /// - Parameter paths: the paths of all files of the tree.
  package init(_ paths: [String], limits: ExportLimits) {
    self.paths = ExportPaths(paths)
    self.limits = limits
  }

  /// Reads the next export.
  ///
  /// - Throws: what the source throws.
  package mutating func read(_ file: Int, from source: any ByteSource) throws {
    let folder = ExportPath.folder(of: paths.all[file]).byBytes
    let export = try AppleHealthExport(
      file, of: paths, from: source, limits: limits, listsRest: !listed.contains(folder))
    if export.listsFilesWithoutStub { listed.insert(folder) }
    exports.append(export)
  }
}

/// The paths of a tree, sorted once. Each export of the tree looks up its files here.
///
/// A tree may hold many exports. The time for each depends only on the number of its own files.
package struct ExportPaths: Sendable {
  /// The path of each file.
  let all: [String]
  /// The files that are named like records, by the bytes of their paths, then by number.
  private let order: [Int]

  /// Sorts the paths of all files of a tree.
  package init(_ paths: [String]) {
    all = paths
    order = paths.indices.filter { ExportPath.isNamedLikeRecord(paths[$0]) }.sorted { one, other in
      let (first, second) = (paths[one].byBytes, paths[other].byBytes)
      return first == second ? one < other : first < second
    }
  }

  /// The files with a path; several if a folder was read twice.
  func files(at path: String) -> ArraySlice<Int> {
    let start = order.bisect { !(all[$0].byBytes < path.byBytes) }
    return order[start...].prefix { all[$0].byBytes == path.byBytes }
  }

  /// The files of records below the root of an export, by number.
  func records(below root: String) -> [Int] {
    ExportPath.folders.flatMap { folder in
      let prefix = (root + folder + "/").byBytes
      let start = order.bisect { !(all[$0].byBytes < prefix) }
      return order[start...].prefix { all[$0].byBytes.hasPrefix(prefix) }
    }.sorted()
  }
}

/// Limits on reading an export.xml, so that no file can exhaust the memory.
public struct ExportLimits: Hashable, Sendable {
  /// The largest number of stubs that are kept; real exports have up to some ten thousand.
  public var maximumStubs = 100_000
  /// The largest size of a stub's tag, in bytes.
  public var maximumStubBytes = 64 << 10
  /// The largest number of findings that are kept for one export.xml.
  public var maximumFindings = 10_000

  /// How many bytes are read at a time. Tests set a small value, so that every construct crosses a window's end.
  package var windowBytes = 256 << 10

  /// Makes the default limits.
  public init() {}
}
