import FHIRTerminology

/// The names of one concept, the display first.
struct LabelBlock {
  private(set) var display: [UInt8] = []
  private var names: [(kind: Int, words: [ArraySlice<UInt8>], shared: Int)] = []

  /// - Parameter kind: the use in the lower byte, and the language.
  mutating func add(_ text: [UInt8], kind: Int) {
    let words = text.split(separator: 0x20, omittingEmptySubsequences: false)
    if names.contains(where: { $0.words == words }) { return }
    if names.isEmpty { display = text }
    let shared = zip(names.first?.words ?? [], words).prefix { $0 == $1 }.count
    names.append(((kind >> 8) << 2 | kind & 3, words, shared))
  }

  /// The words that are written: of all names but the display those that they do not begin with as it does.
  var words: some Sequence<ArraySlice<UInt8>> { names.lazy.flatMap { $0.words.dropFirst($0.shared) } }

  func written(_ words: FrequentWords) -> [UInt8] {
    var (block, bytes) = ([] as [UInt8], [] as [UInt8])
    for name in names {
      let rest = words.code(name.words.dropFirst(name.shared))
      WordCode.write(count: name.kind, to: &bytes)
      WordCode.write(count: words.code(name.words.prefix(name.shared)).count, to: &bytes)
      WordCode.write(count: rest.count, to: &bytes)
      bytes += rest
    }
    WordCode.write(count: bytes.count, to: &block)
    return block + bytes
  }
}

/// The words of the names of a system, of which the frequent ones have numbers: see ``WordCode``.
struct FrequentWords {
  private var table = CodeTable()
  private var counts: [Int] = []
  private var numbers: [Int?] = []
  /// The words with numbers, in the order of these.
  private(set) var ranked: [ArraySlice<UInt8>] = []

  mutating func count(_ word: ArraySlice<UInt8>) {
    let number = word.withUnsafeBufferPointer { table.count < WordCode.most ? table.insert($0) : table.number(of: $0) }
    guard let number else { return }
    if number == counts.count { counts.append(0) }
    counts[number] += 1
  }

  /// Gives numbers to the words that take more room without, the most frequent first.
  mutating func rank() {
    let frequent = table.sorted().map { Int($0) }.filter { number in
      let length = table[number].count
      return counts[number] * (length - 2) > length + 4
    }
    let order = frequent.indices.sorted { (-counts[frequent[$0]], $0) < (-counts[frequent[$1]], $1) }
    numbers = Array(repeating: nil, count: table.count)
    for (rank, place) in order.enumerated() { numbers[frequent[place]] = rank }
    ranked = order.map { table[frequent[$0]] }
  }

  func code(_ words: ArraySlice<ArraySlice<UInt8>>) -> [UInt8] {
    var bytes: [UInt8] = []
    for word in words {
      word.withUnsafeBufferPointer { word in
        if let number = table.number(of: word).flatMap({ numbers[$0] }) {
          WordCode.write(number, to: &bytes)
        } else {
          WordCode.write(word, to: &bytes)
        }
      }
    }
    return bytes
  }
}
