import ClinicalSources
import FHIRSupport

/// The keys of issuers on the command line: JSON files, and folders of them.
enum GivenKeys {
  /// Reads all keys; of a folder, the files that are named like JSON.
  ///
  /// - Throws: an error that names a path that cannot be read or holds nothing of use.
  static func keys(_ paths: [FilePath]) throws(UsageError) -> CardKeys {
    var keys = CardKeys()
    for path in paths {
      if try add(path, below: path, to: &keys) == 0 {
        throw UsageError(sentence: "'--keys' names '\(path.text)', in which no file is named like JSON")
      }
    }
    return keys
  }

  /// - Returns: how many files were read.
  private static func add(
    _ path: FilePath, below root: FilePath, to keys: inout CardKeys
  ) throws(UsageError) -> Int {
    var count = 0
    var walk = FolderWalk(path)
    while let found = walk.next() {
      switch found {
      case .file(let file) where file == path || file.isNamedLikeJSON:
        let bytes = try SmallFile.read(file.text)
        let folders = file == root ? [] : file.folder.text.utf8.dropFirst(root.text.utf8.count).split(separator: 0x2F)
        if let problem = keys.add(bytes, folder: folders.map { String(decoding: $0, as: UTF8.self) }) {
          throw UsageError(sentence: "'--keys': '\(file.text)': \(problem)")
        }
        count += 1
      // Where a server keeps the keys.
      case .hidden(let folder) where folder.text.byBytes.hasSuffix("/.well-known"):
        count += try add(folder, below: root, to: &keys)
      case .file, .hidden, .special: break
      case .unreadable(let file, let error): throw UsageError(sentence: "'--keys': '\(file.text)': \(error.reason)")
      }
    }
    return count
  }
}
