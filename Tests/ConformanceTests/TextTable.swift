import Foundation

/// A checked-in table: lines of text in the folder `Tables`, without comments and blank lines.
enum TextTable {
  /// The lines of `NAME.txt`.
  static func lines(_ name: String) throws -> [String] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Tables/\(name).txt")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }.map(String.init)
  }

  /// Lines that begin a block, each with the indented lines after it.
  static func blocks(_ name: String) throws -> [(head: String, lines: [String])] {
    var blocks: [(head: String, lines: [String])] = []
    for line in try lines(name) {
      if line.hasPrefix("  "), !blocks.isEmpty {
        blocks[blocks.count - 1].lines.append(String(line.dropFirst(2)))
      } else {
        blocks.append((line, []))
      }
    }
    return blocks
  }
}
