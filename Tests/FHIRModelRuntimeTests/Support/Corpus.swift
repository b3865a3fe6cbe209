import Foundation
import FHIRTestSupport

/// Files to decode: the samples of the package, and larger corpora next to it if available.
enum Corpus {
  static let root = PackageRoot.url
  /// An empty folder if there are no corpora.
  static let shared = PackageRoot.corpora ?? root.appendingPathComponent("no corpora")

  static func isAtHand(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: shared.appendingPathComponent(folder).path)
  }

  /// The JSON files below a folder, in order.
  static func files(_ folder: URL) -> [URL] {
    PackageRoot.files(below: folder, ending: ".json").map { folder.appendingPathComponent($0) }
  }

  static func bytes(_ file: URL) throws -> [UInt8] { try PackageRoot.bytes(file) }
}
