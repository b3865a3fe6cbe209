/// A set of file numbers, one bit each.
struct FileSet: Sendable {
  private var words: [UInt64] = []

  /// The number of members.
  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  mutating func insert(_ file: Int) {
    let word = file >> 6
    if word >= words.count { words += Array(repeating: 0, count: word + 1 - words.count) }
    words[word] |= 1 << UInt64(file & 63)
  }

  mutating func formUnion(_ other: FileSet) {
    if other.words.count > words.count { words += Array(repeating: 0, count: other.words.count - words.count) }
    for (index, word) in other.words.enumerated() { words[index] |= word }
  }
}
