/// The names of some files in lower case, to find the longest one that is a prefix of another name.
struct StemTable {
  /// How many files there are.
  let count: Int
  /// The file, if there is only one.
  let only: Int?
  /// The files by their names; `nil` for a name of several files.
  private var files: [ArraySlice<UInt8>: Int?] = [:]

  init(_ numbers: [Int], _ stems: [String]) {
    count = numbers.count
    only = numbers.count == 1 ? numbers[0] : nil
    for number in numbers where !stems[number].isEmpty {
      let name = StemPrefixes(of: stems[number]).bytes[...]
      files[name] = .some(files[name] == nil ? number : nil)
    }
  }

  /// The longest name that is a prefix of the other and ends at the end of a word; its file is `nil` if several have
  /// it.
  func longest(beginning stem: StemPrefixes) -> (length: Int, file: Int?)? {
    for end in stem.ends.reversed() where end.endsWord {
      if let file = files[stem.bytes[..<end.length]] { return (end.length, file) }
    }
    return nil
  }
}

/// The prefixes of a name in lower case.
struct StemPrefixes {
  /// The whole name.
  private(set) var bytes: [UInt8] = []
  /// For the end of each character: the number of bytes up to there, and whether the next character may begin a word:
  /// `App` is a prefix of `AppDebug` and not of `Apple`.
  private(set) var ends: [(length: Int, endsWord: Bool)] = []

  init(of name: String) {
    for scalar in name.unicodeScalars {
      if let last = ends.indices.last { ends[last].endsWord = !scalar.properties.isLowercase }
      bytes += scalar.properties.lowercaseMapping.utf8
      ends.append((bytes.count, true))
    }
  }
}
