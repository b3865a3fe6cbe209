/// One line of a schema text as words, which are slices of it.
struct SchemaLine: CustomStringConvertible {
  private var line = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  private var words: [Range<Int>] = []
  /// How many words the line has; ``words`` may have more, from a longer previous line.
  private(set) var count = 0

  /// Splits a line at its spaces; the line must outlive this value.
  mutating func read(_ line: UnsafeBufferPointer<UInt8>) {
    self.line = line
    count = 0
    var (start, end) = (0, 0)
    while end < line.count {
      if line[end] == 0x20 {
        if end > start { append(start..<end) }
        start = end &+ 1
      }
      end &+= 1
    }
    if end > start { append(start..<end) }
  }

  /// Overwrites the words of the previous line: emptying the list for each line costs more than reading it.
  @inline(__always)
  private mutating func append(_ word: Range<Int>) {
    if count < words.count { words[count] = word } else { words.append(word) }
    count &+= 1
  }

  var description: String { text(from: 0) }

  private func range(_ word: Int) -> Range<Int> {
    precondition(word < count, "a line of a schema text has too few words")
    return words[word]
  }

  func text(_ word: Int) -> String { text(range(word)) }

  func bytes(_ word: Int) -> UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: line[range(word)]) }

  /// The words from a given one on, as one text.
  func text(from word: Int) -> String { words[word..<count].map { text($0) }.joined(separator: " ") }

  func `is`(_ word: Int, _ text: StaticString) -> Bool {
    word < count && range(word).count == text.utf8CodeUnitCount
      && UnsafeBufferPointer(rebasing: line[range(word)]).hasKeyword(text)
  }

  /// Whether a word has the two points of a cardinality.
  func isCardinality(_ word: Int) -> Bool {
    range(word).dropLast().contains { line[$0] == 0x2E && line[$0 + 1] == 0x2E }
  }

  /// The bounds of `0..1` or `1..*`; `nil` if the word is not a cardinality.
  func cardinality(_ word: Int) -> (minimum: Int, maximum: Int?)? {
    guard let points = range(word).dropLast().first(where: { line[$0] == 0x2E && line[$0 + 1] == 0x2E }) else {
      return nil
    }
    let upper = points + 2..<range(word).upperBound
    guard let minimum = number(range(word).lowerBound..<points) else { return nil }
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

  /// Splits `Reference(A|B)|Quantity(Age)|string` into its parts; bars inside parentheses do not separate.
  func typeUses(_ word: Int) -> [SchemaTypeUse] {
    // Most elements have one type without arguments.
    if bytes(word).allSatisfy({ $0 != UInt8(ascii: "(") && $0 != UInt8(ascii: "|") }) {
      return [SchemaTypeUse(name: text(word), arguments: [])]
    }
    var uses: [SchemaTypeUse] = []
    var arguments: [String] = []
    var name: Range<Int>?
    var start = range(word).lowerBound
    func append() {
      let end = name ?? start..<start
      if !end.isEmpty { uses.append(SchemaTypeUse(name: text(end), arguments: arguments)) }
      name = nil
      arguments = []
    }
    for i in range(word) {
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
    if name == nil { name = start..<range(word).upperBound }
    append()
    return uses
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: line[range]), as: UTF8.self)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The first line feed at or after a place; the end if there is none.
  func endOfLine(from start: Int) -> Int {
    guard let first = baseAddress else { return count }
    var place = start
    // Eight bytes at a time: the difference of a line feed has no bits.
    while place &+ 8 <= count {
      let word = UInt64(littleEndian: UnsafeRawPointer(first + place).loadUnaligned(as: UInt64.self))
      let difference = word ^ 0x0A0A_0A0A_0A0A_0A0A
      let found = (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
      if found != 0 { return place &+ found.trailingZeroBitCount / 8 }
      place &+= 8
    }
    while place < count, first[place] != 0x0A { place &+= 1 }
    return place
  }

  /// Whether the bytes begin with a word.
  func hasKeyword(_ word: StaticString) -> Bool {
    guard count >= word.utf8CodeUnitCount else { return false }
    for i in 0..<word.utf8CodeUnitCount where self[i] != word.utf8Start[i] { return false }
    return true
  }

  /// The text after a word that the bytes begin with, `nil` if they do not.
  func after(_ word: StaticString) -> UnsafeBufferPointer<UInt8>? {
    hasKeyword(word) ? UnsafeBufferPointer(rebasing: self[word.utf8CodeUnitCount...]) : nil
  }
}
