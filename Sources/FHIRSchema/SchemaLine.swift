/// One line of a schema text as words, which are slices of it.
struct SchemaLine: CustomStringConvertible {
  private var line = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  private var words: [Range<Int>] = []

  var count: Int { words.count }

  /// Splits a line at its spaces; the line must outlive this value.
  mutating func read(_ line: UnsafeBufferPointer<UInt8>) {
    self.line = line
    words.removeAll(keepingCapacity: true)
    while case let word = line.word(from: words.last?.upperBound ?? 0), !word.isEmpty { words.append(word) }
  }

  var description: String { (0..<count).map { text($0) }.joined(separator: " ") }

  func text(_ word: Int) -> String { bytes(word).text }

  func bytes(_ word: Int) -> UnsafeBufferPointer<UInt8> { line.slice(words[word].lowerBound, words[word].upperBound) }

  func bytes(from word: Int) -> UnsafeBufferPointer<UInt8> {
    count > word ? line.slice(words[word].lowerBound, words[count - 1].upperBound) : line.slice(0, 0)
  }

  func `is`(_ word: Int, _ text: StaticString) -> Bool { word < count && bytes(word).isWord(text) }
}

/// Definitions that are contradictory or incomplete; reported when they are loaded.
package struct SchemaError: Error, Hashable, Sendable, CustomStringConvertible {
  package let release, reason: String

  package init(_ release: String, _ reason: String) { (self.release, self.reason) = (release, reason) }

  package var description: String { "definitions of '\(release)': \(reason)" }
}
