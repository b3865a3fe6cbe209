/// One line of a schema text as words, which are slices of it.
struct SchemaLine: CustomStringConvertible {
  private var line = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  private var words: [Range<Int>] = []

  /// Divides a line at its spaces; the line must outlive this value.
  mutating func read(_ line: UnsafeBufferPointer<UInt8>) {
    self.line = line
    words.removeAll(keepingCapacity: true)
    var start = 0
    for i in 0...line.count where i == line.count || line[i] == 0x20 {
      if i > start { words.append(start..<i) }
      start = i + 1
    }
  }

  var count: Int { words.count }

  var description: String { text(from: 0) }

  func text(_ word: Int) -> String { text(words[word]) }

  func bytes(_ word: Int) -> UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: line[words[word]]) }

  /// The words from one on, as one text.
  func text(from word: Int) -> String { words[word...].map { text($0) }.joined(separator: " ") }

  func `is`(_ word: Int, _ text: StaticString) -> Bool {
    word < count && words[word].count == text.utf8CodeUnitCount
      && UnsafeBufferPointer(rebasing: line[words[word]]).hasKeyword(text)
  }

  /// Whether a word has the two points of a cardinality.
  func isCardinality(_ word: Int) -> Bool {
    words[word].dropLast().contains { line[$0] == 0x2E && line[$0 + 1] == 0x2E }
  }

  /// The bounds of `0..1` or `1..*`; `nil` when the word is no cardinality.
  func cardinality(_ word: Int) -> (minimum: Int, maximum: Int?)? {
    guard let points = words[word].dropLast().first(where: { line[$0] == 0x2E && line[$0 + 1] == 0x2E }) else {
      return nil
    }
    let upper = points + 2..<words[word].upperBound
    guard let minimum = number(words[word].lowerBound..<points) else { return nil }
    if upper.count == 1, line[upper.lowerBound] == UInt8(ascii: "*") { return (minimum, nil) }
    return number(upper).map { (minimum, $0) }
  }

  private func number(_ range: Range<Int>) -> Int? {
    guard !range.isEmpty, range.count < 6 else { return nil }
    var value = 0
    for i in range {
      guard line[i] &- 0x30 < 10 else { return nil }
      value = value * 10 + Int(line[i] - 0x30)
    }
    return value
  }

  /// `Reference(A|B)|Quantity(Age)|string` as its parts; bars inside parentheses do not divide.
  func typeUses(_ word: Int) -> [SchemaTypeUse] {
    var uses: [SchemaTypeUse] = []
    var arguments: [String] = []
    var name: Range<Int>?
    var start = words[word].lowerBound
    func append() {
      let end = name ?? start..<start
      if !end.isEmpty { uses.append(SchemaTypeUse(name: text(end), arguments: arguments)) }
      name = nil
      arguments = []
    }
    for i in words[word] {
      switch line[i] {
      case UInt8(ascii: "("):
        name = start..<i
        start = i + 1
      case UInt8(ascii: ")"):
        arguments.append(text(start..<i))
        start = i + 1
      case UInt8(ascii: "|"):
        if name != nil, start <= i, line[i - 1] != UInt8(ascii: ")") {
          arguments.append(text(start..<i))
        } else {
          if name == nil { name = start..<i }
          append()
        }
        start = i + 1
      default: break
      }
    }
    if name == nil { name = start..<words[word].upperBound }
    append()
    return uses
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: line[range]), as: UTF8.self)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes begin with a word.
  func hasKeyword(_ word: StaticString) -> Bool {
    guard count >= word.utf8CodeUnitCount else { return false }
    for i in 0..<word.utf8CodeUnitCount where self[i] != word.utf8Start[i] { return false }
    return true
  }

  /// What follows a word that the bytes begin with, `nil` when they do not.
  func after(_ word: StaticString) -> UnsafeBufferPointer<UInt8>? {
    hasKeyword(word) ? UnsafeBufferPointer(rebasing: self[word.utf8CodeUnitCount...]) : nil
  }
}
