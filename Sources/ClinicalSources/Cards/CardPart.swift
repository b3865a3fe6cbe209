import FHIRTape

/// A card in a QR code, or a part of one in several. A part tells neither its card nor its neighbours.
package struct CardPart: Hashable {
  /// Its number, from 1, and that of all parts of the card.
  let number, count: Int
  let text: [UInt8]

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
    let most = fields.count == 1 ? Self.longest.alone : Self.longest.chunk
    if text.count > most { fault("at most \(most) characters in a QR code", "\(text.count)") }
    let numbers = fields.dropLast().map { digits in
      digits.contains(UInt8(ascii: "+")) ? 0 : Int(String(decoding: digits, as: UTF8.self)) ?? 0
    }
    (number, count, self.text) = (numbers.first ?? 1, numbers.last ?? 1, text)
    guard number >= 1, number <= count, count <= Self.mostParts else {
      fault("the number of a part and that of all parts", "other numbers")
      return nil
    }
  }

  private static func characters(of digits: some Collection<UInt8>) -> [UInt8]? {
    guard digits.count % 2 == 0, !digits.isEmpty else { return nil }
    var (text, tens) = ([UInt8](), UInt8?.none)
    for digit in digits {
      guard digit >= 0x30, digit <= 0x39 else { return nil }
      guard let first = tens else {
        tens = digit - 0x30
        continue
      }
      let code = first * 10 + digit - 0x30
      // The last letter is z.
      guard code <= 77 else { return nil }
      text.append(code + 45)
      tens = nil
    }
    return text
  }

  /// The cards in the texts of QR codes, each at the place of its first code.
  ///
  /// - Parameter files: the names of the files that have the texts, if there are several.
  static func items(of words: [some Collection<UInt8>], files: [String], _ keys: CardKeys) -> [CardText.Item] {
    var items: [(place: Int, item: CardText.Item)] = []
    var places: [CardPart: [Int]] = [:]
    func fault(_ place: Int, _ expected: String, _ found: String) {
      items.append((place, .fault(.invalidChunks, "expected \(expected), found \(found)")))
    }
    for (place, word) in words.enumerated() {
      guard let part = CardPart(word, { fault(place, $0, $1) }) else { continue }
      if part.count == 1 {
        items.append((place, .card(part.text, isQR: true)))
      } else {
        places[part, default: []].append(place)
      }
    }
    for (set, isAmbiguous) in sets(places, keys) {
      let place = set.compactMap { places[$0]?.first }.min() ?? 0
      if isCard(set) {
        items.append((place, .card(set.flatMap(\.text), isQR: true, isAmbiguous: isAmbiguous)))
        continue
      }
      let numbers = Set(set.map(\.number))
      let lacking = (1...set[0].count).first { !numbers.contains($0) }
      let what = lacking.map { "without part \($0)" } ?? "that do not fit together"
      let names = files.isEmpty ? "" : ", in " + files.map { "'\($0)'" }.joined(separator: ", ")
      fault(place, "\(set[0].count) parts of a card", "\(set.count) \(what)\(names)")
    }
    return items.sorted { $0.place < $1.place }.map(\.item)
  }

  /// Whether parts are all of a card, in their order.
  private static func isCard(_ parts: [CardPart]) -> Bool {
    parts.map(\.number).elementsEqual(1...parts[0].count)
  }

  /// The parts of each card, and with each number of parts those that belong to none.
  ///
  /// Where several parts have a number, those belong together that their key has signed together; without the key, those
  /// that can be read together. So the order of the parts does not matter; it only decides what is tried first. The
  /// specification wants parts of nearly equal length, so that the compressed payload is in more than one.
  ///
  /// - Parameter places: where each part is.
  private static func sets(_ places: [CardPart: [Int]], _ keys: CardKeys = CardKeys()) -> [PartSet] {
    var sets: [PartSet] = []
    // How many bytes may be inflated in vain.
    var room = 1 << 28
    // The same to find out whether a card is ambiguous, so that the search for cards does not end earlier.
    var spare = 1 << 27
    let inOrder = places.sorted { a, b in
      let (first, second) = ((a.value[0], a.key.number), (b.value[0], b.key.number))
      return first == second ? a.key.text.lexicographicallyPrecedes(b.key.text) : first < second
    }.map(\.key)
    for (count, parts) in Dictionary(grouping: inOrder, by: \.count).sorted(by: { $0.key < $1.key }) {
      var rest = [[CardPart]](repeating: [], count: count)
      for part in parts { rest[part.number - 1].append(part) }
      var isAmbiguous = false
      while let card = nextCard(of: rest, &room, &spare, keys) {
        for (number, part) in card.parts.enumerated() { rest[number].removeAll { $0 == part } }
        // The parts of the next cards are those that this one left.
        isAmbiguous = isAmbiguous || card.isAmbiguous
        sets.append((card.parts, isAmbiguous))
      }
      let left = rest.flatMap(\.self)
      if !left.isEmpty { sets.append((left, false)) }
    }
    return sets
  }

  /// Some parts, and whether others can be read with them, too.
  private typealias PartSet = (parts: [CardPart], isAmbiguous: Bool)

  /// The parts of a card, of some for each number; `nil` if none are found.
  private static func nextCard(
    of parts: [[CardPart]], _ room: inout Int, _ spare: inout Int, _ keys: CardKeys
  ) -> PartSet? {
    if parts.contains(where: \.isEmpty) { return nil }
    let isSure = parts.allSatisfy { $0.count == 1 }
    var choice = parts.map { _ in 0 }
    var unsigned: PartSet?
    while true {
      let chosen = zip(parts, choice).map { $0[$1] }
      if isSure { return (chosen, false) }
      switch fit(of: chosen, &room, keys) {
      case .signed: return (chosen, false)
      case .readable: return (chosen, hasOther(chosen, among: parts, &spare))
      case .unsigned: unsigned = unsigned ?? (chosen, false)
      case .none: break
      }
      if room < 0 { return unsigned }
      var number = parts.count - 1
      while choice[number] == parts[number].count - 1 {
        if number == 0 { return unsigned }
        choice[number] = 0
        number -= 1
      }
      choice[number] += 1
    }
  }

  /// Whether another part in the place of one of a card can be read with the rest of it.
  private static func hasOther(_ card: [CardPart], among parts: [[CardPart]], _ room: inout Int) -> Bool {
    for (number, others) in parts.enumerated() {
      for other in others where other != card[number] && room > 0 {
        var changed = card
        changed[number] = other
        if fit(of: changed, &room, CardKeys()) == .readable { return true }
      }
    }
    return false
  }

  /// Whether parts make a card that can be read, and if its key is known, whether the key has signed it.
  private enum Fit { case readable, signed, unsigned }

  private static func fit(of parts: [CardPart], _ room: inout Int, _ keys: CardKeys) -> Fit? {
    let text = parts.flatMap(\.text)
    let fields = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let limit = max(text.count * 32, 1 << 14)
    room -= limit
    guard room >= 0, fields.count == 3, let signature = Base64URL.bytes(of: fields[2]), signature.count == 64,
      let packed = Base64URL.bytes(of: fields[1]), let payload = try? InflateStream.inflate(packed, limit: limit),
      (try? TapedJSON.read(payload) { $0.tag(.root) == .object }) == true
    else { return nil }
    let header = Base64URL.bytes(of: fields[0]) ?? []
    guard let kid = try? TapedJSON.read(header, { $0.text("kid", of: .root) }), let key = keys.key(kid) else {
      return .readable
    }
    // A verification takes as long as inflating this much.
    room -= 1 << 18
    return key.verifies(signature, of: Array(text[..<(fields[2].startIndex - 1)])) ? .signed : .unsigned
  }

  // MARK: - Several files

  /// The parts in a file of cards that make no card there.
  package static func loose(in text: [UInt8]) -> [CardPart] {
    var places: [CardPart: [Int]] = [:]
    for word in text.withUnsafeBytes({ CardText.words(of: $0) }) {
      if let part = CardPart(word, { _, _ in }), part.count > 1 { places[part] = [0] }
    }
    return sets(places).map(\.parts).filter { !isCard($0) }.flatMap(\.self)
  }

  /// The files that have parts of the same cards, each time in order.
  ///
  /// - Parameter files: the loose parts of each file, which a number stands for.
  package static func groups(of files: [(number: Int, parts: [CardPart])]) -> [[Int]] {
    var places: [CardPart: [Int]] = [:]
    for file in files { for part in file.parts { places[part, default: []].append(file.number) } }
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
    for (parts, isAmbiguous) in sets(places) {
      // Where parts fit in several ways, the keys decide when all of them are read together.
      let all = isAmbiguous ? places.keys.filter { $0.count == parts[0].count } : parts
      let own = all.flatMap { places[$0] ?? [] }.map { first($0) }
      let top = own.min()
      for file in own { firsts[file] = top }
    }
    return Dictionary(grouping: files.map(\.number)) { first($0) }.values.map { $0.sorted() }
  }
}
