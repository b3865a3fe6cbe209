package import Foundation

/// The folders that tests read: the package and, if available, the definitions and corpora next to it.
package enum PackageRoot {
  /// The folder of `Package.swift`.
  package static let url = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The folder of public corpora; `nil` on a machine without it.
  package static let corpora: URL? = {
    let folder = url.deletingLastPathComponent().appending(path: "shared/corpora")
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: folder.path(), isDirectory: &isFolder)
    return exists && isFolder.boolValue ? folder : nil
  }()

  /// The bytes of a file, by its path from the folder of the package.
  package static func bytes(_ path: String) throws -> [UInt8] { try bytes(url.appending(path: path)) }

  /// The bytes of a file.
  package static func bytes(_ file: URL) throws -> [UInt8] { Array(try Data(contentsOf: file)) }

  /// All files below a folder with this ending, sorted, as paths from that folder.
  package static func files(below folder: URL, ending: String) -> [String] {
    let all = FileManager.default.enumerator(atPath: folder.path())?.compactMap { $0 as? String } ?? []
    return all.filter { $0.hasSuffix(ending) }.sorted()
  }
}
