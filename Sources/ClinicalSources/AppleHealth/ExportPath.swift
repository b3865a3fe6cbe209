/// Paths in an Apple Health export, relative to its root.
enum ExportPath {
  /// The names of the folder of records; the second occurs in old exports.
  static let folders = ["clinical-records", "clinical_records"]

  /// The normalised path; `nil` if it leads out of the root.
  ///
  /// A stub's path begins with a slash, which means the root of the export and not of the file system.
  static func normalized(_ path: String) -> String? {
    var names: [Substring.UTF8View] = []
    for name in path.utf8.split(separator: UInt8(ascii: "/")) where !name.elementsEqual(".".utf8) {
      if name.elementsEqual("..".utf8) {
        guard names.popLast() != nil else { return nil }
      } else {
        names.append(name)
      }
    }
    return names.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
  }

  /// The path, and the same path with the other name of the folder.
  static func spellings(of path: String) -> [String] {
    for (folder, other) in [(folders[0], folders[1]), (folders[1], folders[0])] where isBelow(folder, path) {
      return [path, other + String(decoding: path.utf8.dropFirst(folder.utf8.count), as: UTF8.self)]
    }
    return [path]
  }

  private static func isBelow(_ folder: String, _ path: String) -> Bool {
    path.utf8.starts(with: folder.utf8) && path.utf8.dropFirst(folder.utf8.count).first == UInt8(ascii: "/")
  }

  /// Whether a file can hold a record, by its name.
  static func isNamedLikeRecord(_ path: String) -> Bool { hasEnding(path, ".json") }

  /// Whether a name ends in an ASCII text, regardless of case.
  static func hasEnding(_ path: String, _ ending: String) -> Bool {
    path.utf8.count >= ending.utf8.count && isSame(path.utf8.suffix(ending.utf8.count), ending)
  }

  /// Whether a name equals a lower-case ASCII text, regardless of case.
  static func isSame(_ name: Substring.UTF8View, _ text: String) -> Bool {
    name.elementsEqual(text.utf8) { byte, wanted in
      (UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte) == wanted
    }
  }

  /// The folder of a file, with a trailing slash; empty for a path without a folder.
  static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
  }

  /// The root of the export to which a record file belongs, by its path.
  static func rootOfRecord(_ path: String) -> String? {
    var start = path.startIndex
    while let slash = path.utf8[start...].firstIndex(of: UInt8(ascii: "/")) {
      if folders.contains(where: { path.utf8[start..<slash].elementsEqual($0.utf8) }) { return String(path[..<start]) }
      start = path.utf8.index(after: slash)
    }
    return nil
  }
}
