import FHIRTape

/// Finds out which parts belong to one card. Where several parts have a number, those belong together that their key
/// has signed together; without the key, those that can be read together. So the order of the parts does not matter; it
/// only decides what is tried first. The specification wants parts of nearly equal length, so that the compressed
/// payload is in more than one.
struct PartSearch {
  /// Some parts, in their order if they are a card.
  struct Found {
    let parts: [CardPart]
    /// Whether others can be read with them, too.
    var isAmbiguous = false
    /// Whether the search ended before all was tried.
    var isGivenUp = false

    var isCard: Bool { parts.map(\.number).elementsEqual(1...parts[0].count) }
  }

  /// How many bytes may be read in vain.
  static let room = 1 << 28
  private var room: Int
  /// The same to find out whether a card is ambiguous, so that the search for cards does not end earlier.
  private var spare = 1 << 27
  private let keys: CardKeys
  /// How often each part is there and in no card yet.
  private var copies: [CardPart: Int]

  /// The parts of each card, and with each number of parts those that belong to none, by where each part is.
  static func sets(_ places: [CardPart: [Int]], _ keys: CardKeys = CardKeys(), room: Int = room) -> [Found] {
    var search = PartSearch(room: room, keys: keys, copies: places.mapValues(\.count))
    let inOrder = places.sorted { a, b in
      let (first, second) = ((a.value[0], a.key.number), (b.value[0], b.key.number))
      return first == second ? a.key.text.lexicographicallyPrecedes(b.key.text) : first < second
    }.map(\.key)
    let groups = Dictionary(grouping: inOrder, by: \.count).sorted { $0.key < $1.key }
    return groups.flatMap { search.sets(of: $0.value, count: $0.key) }
  }

  private mutating func sets(of parts: [CardPart], count: Int) -> [Found] {
    var (sets, isAmbiguous) = ([Found](), false)
    var all = [[CardPart]](repeating: [], count: count)
    for part in parts { all[part.number - 1].append(part) }
    var rest = all
    func take(_ card: Found) {
      for part in card.parts {
        rest[part.number - 1].removeAll { $0 == part }
        copies[part]? -= 1
      }
      // The parts of the next cards are those that this one left.
      isAmbiguous = isAmbiguous || card.isAmbiguous
      sets.append(Found(parts: card.parts, isAmbiguous: isAmbiguous))
    }
    while let card = nextCard(of: rest) { take(card) }
    // Cards of one issuer may have equal parts, such as the header, which are kept once.
    for part in rest.flatMap(\.self) where rest[part.number - 1].contains(part) {
      var candidates = all
      candidates[part.number - 1] = [part]
      if let card = nextCard(of: candidates, isAgain: true) { take(card) }
    }
    let left = rest.flatMap(\.self)
    return left.isEmpty ? sets : sets + [Found(parts: left, isGivenUp: room < 0)]
  }

  /// The parts of a card, of some for each number, perhaps again those of cards that were found; `nil` for none.
  private mutating func nextCard(of parts: [[CardPart]], isAgain: Bool = false) -> Found? {
    if parts.contains(where: \.isEmpty) { return nil }
    if !isAgain, parts.allSatisfy({ $0.count == 1 }) { return Found(parts: parts.map { $0[0] }) }
    // The next one to try for each number, and those before it.
    var (next, chosen) = ([0], [CardPart]())
    var unsigned: Found?
    while room >= 0, let number = next.indices.last {
      guard next[number] < parts[number].count else {
        next.removeLast()
        _ = chosen.popLast()
        continue
      }
      chosen.append(parts[number][next[number]])
      next[number] += 1
      let isWhole = chosen.count == parts.count
      let fit = isWhole || parts[number].count > 1 ? PartSearch.fit(of: chosen, &room, keys) : .readable
      switch fit {
      case .none: break
      case .some where !isWhole:
        next.append(0)
        continue
      case .signed: return Found(parts: chosen)
      case .unsigned: unsigned = unsigned ?? (isAgain ? nil : Found(parts: chosen))
      case .readable where chosen.allSatisfy({ copies[$0, default: 0] > 0 }):
        return Found(parts: chosen, isAmbiguous: hasOther(chosen, among: parts))
      case .readable: break
      }
      chosen.removeLast()
    }
    return room < 0 ? nil : unsigned
  }

  /// Whether another part in the place of one of a card can be read with the rest of it.
  private mutating func hasOther(_ card: [CardPart], among parts: [[CardPart]]) -> Bool {
    for (number, others) in parts.enumerated() {
      for other in others where other != card[number] && spare > 0 {
        var changed = card
        changed[number] = other
        if PartSearch.fit(of: changed, &spare, CardKeys()) == .readable { return true }
      }
    }
    return false
  }

  /// Whether parts make a card that can be read, or the beginning of one, and whether its key, if known, has signed it.
  private enum Fit { case readable, signed, unsigned }

  private static func fit(of parts: [CardPart], _ room: inout Int, _ keys: CardKeys) -> Fit? {
    let text = parts.flatMap(\.text)
    let fields = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let isBeginning = parts.count < parts[0].count
    room -= text.count + 1 << 12
    if isBeginning, fields.count == 1 { return .readable }
    guard room >= 0, fields.count == 3 || isBeginning && fields.count == 2,
      let header = Base64URL.bytes(of: fields[0]),
      let kid = try? TapedJSON.read(header, { $0.text("kid", of: .root) ?? "" })
    else { return nil }
    let (isCut, limit) = (fields.count == 2, max(text.count * 32, 1 << 14))
    guard let packed = Base64URL.bytes(of: fields[1].prefix(isCut ? fields[1].count / 4 * 4 : .max)) else { return nil }
    var made = 0
    do {
      let payload = try InflateStream.inflate(packed, limit: limit, isCut: isCut)
      made = payload.count
      room -= made
      if try TapedJSON.read(payload, { $0.tag(.root) != .object }) { return nil }
    } catch let error as SyntaxError {
      // What was cut off ends too early, perhaps in a number, a character or an escape.
      guard isCut, error.code == .unexpectedEnd || max(error.start, error.end) + 8 > made else { return nil }
    } catch InflateStream.Fault.damaged(let made) {
      room -= made
      return nil
    } catch {
      room -= limit
      return nil
    }
    if isBeginning { return .readable }
    guard let signature = Base64URL.bytes(of: fields[2]), signature.count == 64 else { return nil }
    guard let key = keys.key(kid) else { return .readable }
    if key.verifies(signature, of: Array(text[..<(fields[2].startIndex - 1)])) { return .signed }
    // A verification takes as long as inflating this much.
    room -= 1 << 18
    return .unsigned
  }
}
