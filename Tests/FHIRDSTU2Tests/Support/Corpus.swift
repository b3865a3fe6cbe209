import Foundation

/// Files to decode: the samples of the package, and larger corpora beside it where they are at hand.
enum Corpus {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  static let shared = root.appendingPathComponent("../shared/corpora").standardizedFileURL

  static func isAtHand(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: shared.appendingPathComponent(folder).path)
  }

  /// The JSON files below a folder, in order.
  static func files(_ folder: URL) -> [URL] {
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted().map { folder.appendingPathComponent($0) }
  }

  static func bytes(_ file: URL) throws -> [UInt8] { Array(try Data(contentsOf: file)) }
}
