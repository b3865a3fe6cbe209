/// One line of a schema text as words, which are slices of it.
struct SchemaLine: CustomStringConvertible {
  private var line = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  private var words = [Range<Int>](repeating: 0..<0, count: 32)
  /// How many words the line has; ``words`` has room for more.
  private(set) var count = 0

  /// Splits a line at its spaces; the line must outlive this value.
  mutating func read(_ line: UnsafeBufferPointer<UInt8>) {
    self.line = line
    count = words.withUnsafeMutableBufferPointer { Self.split(line, into: $0) }
    if count <= words.count { return }
    words = Array(repeating: 0..<0, count: count)
    count = words.withUnsafeMutableBufferPointer { Self.split(line, into: $0) }
  }

  /// The number of words; stores as many as there is room for.
  @inline(__always)
  private static func split(
    _ line: UnsafeBufferPointer<UInt8>, into words: UnsafeMutableBufferPointer<Range<Int>>
  ) -> Int {
    var count = 0
    var word = line.word(from: 0)
    while !word.isEmpty {
      if count < words.count { words[count] = word }
      count &+= 1
      word = line.word(from: word.upperBound)
    }
    return count
  }

  var description: String { (0..<count).map { text($0) }.joined(separator: " ") }

  private func range(_ word: Int) -> Range<Int> {
    precondition(word < count, "a line of a schema text has too few words")
    return words[word]
  }

  func text(_ word: Int) -> String { bytes(word).text }

  func bytes(_ word: Int) -> UnsafeBufferPointer<UInt8> { line.slice(range(word).lowerBound, range(word).upperBound) }

  func bytes(from word: Int) -> UnsafeBufferPointer<UInt8> {
    count > word ? line.slice(range(word).lowerBound, range(count - 1).upperBound) : line.slice(0, 0)
  }

  func `is`(_ word: Int, _ text: StaticString) -> Bool {
    word < count && bytes(word).isWord(text)
  }
}

/// Definitions that are contradictory or incomplete; reported when they are loaded.
package struct SchemaError: Error, Hashable, Sendable, CustomStringConvertible {
  package let release: String
  package let reason: String

  package init(_ release: String, _ reason: String) {
    self.release = release
    self.reason = reason
  }

  package var description: String { "definitions of '\(release)': \(reason)" }
}
