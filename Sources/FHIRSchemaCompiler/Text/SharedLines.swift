/// The generated text of a release that is like another: a tab and `OFFSET LENGTH` for lines that the other's text has,
/// the shortest of which are written out, and its other lines. `GeneratedRelease` reads it.
struct SharedLines {
  /// A shorter run of lines is written out.
  private static let leastBytes = 32

  private let name: String
  private let lines: [Int]
  /// Where each line begins, and where the text ends.
  private let offsets: [Int]
  private let places: [Int: [Int]]
  private let numbers: [Substring: Int]

  /// - Parameters:
  ///   - text: the text of the other release.
  ///   - name: that release.
  init(_ text: String, of name: String) {
    self.name = name
    let parts = text.split(separator: "\n", omittingEmptySubsequences: false)
    var numbers: [Substring: Int] = [:]
    lines = parts.map { part in
      let number = numbers[part] ?? numbers.count
      numbers[part] = number
      return number
    }
    self.numbers = numbers
    offsets = parts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.utf8.count + 1) }
    places = Dictionary(grouping: lines.indices, by: { [lines] in lines[$0] })
  }

  func shared(by text: String) throws(CompilerError) -> String {
    let parts = text.split(separator: "\n")
    let own = parts.map { numbers[$0] ?? -1 }
    var result: [String] = []
    var place = 0
    // Most parts follow each other in both texts: of equally long ones the nearest is taken.
    while place < own.count {
      var best = 0..<0
      for start in places[own[place]] ?? [] {
        var end = start
        while end < lines.count, place + end - start < own.count, lines[end] == own[place + end - start] { end += 1 }
        if end - start > best.count { best = start..<end }
      }
      let count = offsets[best.upperBound] - offsets[best.lowerBound] - 1
      if count >= Self.leastBytes {
        result.append("\t\(offsets[best.lowerBound]) \(count)")
        place += best.count
        continue
      }
      guard !parts[place].contains("\t") else { throw CompilerError("'\(parts[place])' has a tab") }
      result.append(String(parts[place]))
      place += 1
    }
    return "like \(name)\n" + result.map { $0 + "\n" }.joined()
  }
}
