import FHIRFindings

/// A card in a QR code, or a part of one in several. A part tells neither its card nor its neighbours.
package struct CardPart: Hashable {
  /// Its number, from 1, and that of all parts of the card.
  let number, count: Int
  let text: [UInt8]
  private let isNumbered: Bool

  /// The most characters of a card in a code that stands alone, and in one of several.
  private static let longest = (alone: 1195, chunk: 1191)
  /// A card of this many codes has more than a million characters.
  private static let mostParts = 1000

  /// Reads the text of a QR code, and says what is wrong with it.
  private init?(_ word: some Collection<UInt8>, _ fault: (_ expected: String, _ found: String) -> Void) {
    guard word.starts(with: "shc:/".utf8) else {
      fault("only texts that begin with shc:/", "another text")
      return nil
    }
    let fields = word.dropFirst(5).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard fields.count == 1 || fields.count == 3, let text = Self.characters(of: fields[fields.count - 1]) else {
      fault("two digits for each character after shc:/", "another text")
      return nil
    }
    let numbers = fields.dropLast().map { digits in
      digits.contains(UInt8(ascii: "+")) ? 0 : Int(String(decoding: digits, as: UTF8.self)) ?? 0
    }
    (number, count, self.text) = (numbers.first ?? 1, numbers.last ?? 1, text)
    isNumbered = !numbers.isEmpty
    guard number >= 1, number <= count, count <= Self.mostParts else {
      fault("the number of a part and that of all parts", "other numbers")
      return nil
    }
  }

  /// What is wrong with a code that can be read nevertheless.
  private var remarks: [CardText.Remark] {
    let most = isNumbered ? Self.longest.chunk : Self.longest.alone
    let isLong = text.count > most
    return
      (isLong ? [(.invalidChunks, nil, "expected at most \(most) characters in a QR code, found \(text.count)")] : [])
      + (isNumbered && count == 1
        ? [(.invalidChunks, .warning, "expected no number in a QR code that stands alone, found 1/1")] : [])
  }

  private static func characters(of digits: some Collection<UInt8>) -> [UInt8]? {
    let values = digits.map { $0 &- 0x30 }
    guard values.count % 2 == 0, !values.isEmpty, values.allSatisfy({ $0 < 10 }) else { return nil }
    let codes = stride(from: 0, to: values.count, by: 2).map { values[$0] * 10 + values[$0 + 1] }
    // The last letter is z.
    return codes.allSatisfy { $0 <= 77 } ? codes.map { $0 + 45 } : nil
  }

  /// The cards in the texts of QR codes, each at the place of its first code; `files` are as in ``CardReader``.
  static func items(
    of words: [some Collection<UInt8>], files: [String], _ keys: CardKeys, room: Int = PartSearch.room
  ) -> [CardText.Item] {
    var items: [(place: Int, item: CardText.Item)] = []
    var places: [CardPart: [Int]] = [:]
    func fault(_ place: Int, _ expected: String, _ found: String, by rule: Rule = .invalidChunks) {
      items.append((place, .fault(rule, "expected \(expected), found \(found)")))
    }
    for (place, word) in words.enumerated() {
      guard let part = CardPart(word, { fault(place, $0, $1) }) else { continue }
      if part.count == 1 {
        items.append((place, CardText.Item(text: part.text, isQR: true, remarks: part.remarks)))
      } else {
        places[part, default: []].append(place)
      }
    }
    for set in PartSearch.sets(places, keys, room: room) {
      let place = set.parts.compactMap { places[$0]?.first }.min() ?? 0
      if set.isCard {
        let remarks = (set.isAmbiguous ? [CardText.Item.ambiguousParts] : []) + set.parts.flatMap(\.remarks)
        items.append((place, CardText.Item(text: set.parts.flatMap(\.text), isQR: true, remarks: remarks)))
        continue
      }
      let (count, numbers) = (set.parts[0].count, Set(set.parts.map(\.number)))
      let names = files.isEmpty ? "" : ", in " + files.map { "'\($0)'" }.joined(separator: ", ")
      let lacking = (1...count).first { !numbers.contains($0) }.map { "without part \($0)" }
      let untried = set.isGivenUp ? "of which not all ways to fit were tried; they were not read" : nil
      let what = untried ?? lacking ?? "that do not fit together"
      fault(
        place, "\(count) parts of a card", "\(set.parts.count) \(what)\(names)",
        by: set.isGivenUp ? .tooLarge : .invalidChunks)
    }
    return items.sorted { $0.place < $1.place }.map(\.item)
  }

  // MARK: - Several files

  /// The parts in a file of cards that make no card there, and those that do.
  package static func parts(in text: [UInt8]) -> (loose: [CardPart], whole: [CardPart]) {
    var places: [CardPart: [Int]] = [:]
    for (place, word) in text.withUnsafeBytes({ CardText.words(of: $0) }).enumerated() {
      if let part = CardPart(word, { _, _ in }), part.count > 1 { places[part, default: []].append(place) }
    }
    let sets = PartSearch.sets(places)
    return (sets.filter { !$0.isCard }.flatMap(\.parts), sets.filter(\.isCard).flatMap(\.parts))
  }

  /// The files that have parts of the same cards, each time in order.
  ///
  /// - Parameters:
  ///   - files: the loose parts of each file, which a number stands for.
  ///   - whole: the other parts of files, which count where they are loose in another file.
  package static func groups(
    of files: [(number: Int, parts: [CardPart])], whole: [(number: Int, parts: [CardPart])] = []
  ) -> [[Int]] {
    var places: [CardPart: [Int]] = [:]
    for file in files { for part in file.parts { places[part, default: []].append(file.number) } }
    for file in whole { for part in file.parts { places[part]?.append(file.number) } }
    // The first file that is known to be of the same group.
    var firsts: [Int: Int] = [:]
    func first(_ file: Int) -> Int {
      var file = file
      while let other = firsts[file], other != file {
        firsts[file] = firsts[other]
        file = other
      }
      return file
    }
    for set in PartSearch.sets(places) {
      // Where parts fit in several ways, the keys decide when all of them are read together.
      let all = set.isAmbiguous ? places.keys.filter { $0.count == set.parts[0].count } : set.parts
      let own = all.flatMap { places[$0] ?? [] }.map { first($0) }
      let top = own.min()
      for file in own { firsts[file] = top }
    }
    return Dictionary(grouping: Set((files + whole).map(\.number))) { first($0) }.values.map { $0.sorted() }
  }
}
