package import Foundation

/// The text files below a folder whose names end in a certain way.
package struct TextFolder {
  private let url: URL
  private let endings: [String]

  package init(_ url: URL, ending: String, or other: String? = nil) {
    self.url = url
    endings = [ending] + [other].compactMap(\.self)
  }

  /// The texts by path; none without the folder.
  package var texts: [String: String] {
    get throws {
      var texts: [String: String] = [:]
      for case let path as String in FileManager.default.enumerator(atPath: url.path) ?? .init()
      where endings.contains(where: path.hasSuffix) {
        texts[path] = try String(contentsOf: url.appendingPathComponent(path), encoding: .utf8)
      }
      return texts
    }
  }

  /// Writes the texts that are new or changed, and removes the files of all others.
  package func write(_ texts: [String: String]) throws {
    let old = try self.texts
    for (path, text) in texts where old[path] != text {
      let file = url.appendingPathComponent(path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    for path in old.keys where texts[path] == nil {
      try FileManager.default.removeItem(at: url.appendingPathComponent(path))
    }
  }
}
