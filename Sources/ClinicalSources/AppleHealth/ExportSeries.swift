package import FHIRTape
import FHIRText

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
