import FHIRText

/// The names of some files in lower case, to find the longest one that is a prefix of another name.
struct StemTable {
  /// How many files there are.
  let count: Int
  /// The file, if there is only one.
  let only: Int?
  /// The files by the hash of their names; `nil` for a name of several files.
  private var files: [UInt64: (name: [UInt8], file: Int?)] = [:]

  init(_ numbers: [Int], _ stems: [String]) {
    count = numbers.count
    only = numbers.count == 1 ? numbers[0] : nil
    for number in numbers where !stems[number].isEmpty {
      let prefixes = StemPrefixes(of: stems[number])
      guard let whole = prefixes.ends.last else { continue }
      let isFirst = files[whole.hash] == nil
      files[whole.hash] = (prefixes.bytes, isFirst ? number : nil)
    }
  }

  /// The longest name that is a prefix of the other and ends at the end of a word; its file is `nil` if several have
  /// it.
  func longest(beginning stem: StemPrefixes) -> (length: Int, file: Int?)? {
    for end in stem.ends.reversed() where end.endsWord {
      guard let found = files[end.hash], found.name.count == end.length, stem.bytes.starts(with: found.name) else {
        continue
      }
      return (end.length, found.file)
    }
    return nil
  }
}

/// The prefixes of a name in lower case.
struct StemPrefixes {
  /// The whole name.
  private(set) var bytes: [UInt8] = []
  /// For the end of each character: the number of bytes up to there, their hash, and whether the next character may
  /// begin a word: `App` is a prefix of `AppDebug` and not of `Apple`.
  private(set) var ends: [(length: Int, hash: UInt64, endsWord: Bool)] = []

  init(of name: String) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for scalar in name.unicodeScalars {
      if let last = ends.indices.last { ends[last].endsWord = !scalar.properties.isLowercase }
      for byte in scalar.properties.lowercaseMapping.utf8 {
        bytes.append(byte)
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
      }
      ends.append((bytes.count, hash, true))
    }
  }
}
