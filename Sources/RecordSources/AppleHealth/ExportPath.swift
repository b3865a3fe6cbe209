/// Paths in an Apple Health export, counted from its root.
enum ExportPath {
  /// The folders that records lie in; the second has been seen in old exports.
  static let folders = ["clinical-records", "clinical_records"]

  /// The path without what does not matter; `nil` for one that leads out of the root.
  ///
  /// A stub's path begins with a slash, which means the root of the export and not of the disk.
  static func normalized(_ path: String) -> String? {
    var names: [Substring] = []
    for name in path.split(separator: "/") where name != "." {
      if name == ".." {
        guard names.popLast() != nil else { return nil }
      } else {
        names.append(name)
      }
    }
    return names.joined(separator: "/")
  }

  /// The path, and the same with the other name of the folder.
  static func spellings(of path: String) -> [String] {
    for (folder, other) in [(folders[0], folders[1]), (folders[1], folders[0])] where path.hasPrefix(folder + "/") {
      return [path, other + path.dropFirst(folder.count)]
    }
    return [path]
  }

  /// Whether a file lies where records do and is named like one.
  static func isRecord(_ path: Substring) -> Bool {
    folders.contains { path.hasPrefix($0 + "/") } && isNamedLikeRecord(path)
  }

  /// Whether a file can hold a record at all: a stub that names another one has none.
  static func isNamedLikeRecord(_ path: Substring) -> Bool { path.suffix(5).lowercased() == ".json" }

  /// The folder of a file, with the slash at its end; empty where the path is a name.
  static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
  }

  /// The root of the export that a file is a record of, as far as its path tells.
  static func rootOfRecord(_ path: String) -> String? {
    var start = path.startIndex
    while let slash = path.utf8[start...].firstIndex(of: UInt8(ascii: "/")) {
      if folders.contains(where: { path.utf8[start..<slash].elementsEqual($0.utf8) }) { return String(path[..<start]) }
      start = path.utf8.index(after: slash)
    }
    return nil
  }
}
